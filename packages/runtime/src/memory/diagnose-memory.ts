import type { RuntimeParts } from "../runtime-parts.ts";
import type { Diagnosis } from "../runtime.ts";
import { namesExternalMemory } from "./external-memory-setting.ts";

const name = "external memory";
const answersWithinMs = 2_000;

/**
 * Whether the memory beside the notes can be reached. Changes nothing there.
 *
 * @throws {HermesError} what keeps it from being asked at all: `MEMORY_PROVIDER_UNKNOWN`, `MEMORY_PROVIDER_MISSING`,
 *   `MEMORY_PROVIDER_KEY`.
 */
export async function diagnoseMemory(parts: RuntimeParts): Promise<readonly Diagnosis[]> {
  if (!namesExternalMemory(parts)) return [{ name, status: "ok", message: "off (memory.provider is none)" }];
  const { chosenProvider } = await import("./external-memory.ts");
  const provider = await chosenProvider(parts);
  const signal = AbortSignal.timeout(answersWithinMs);
  try {
    await provider.check({ signal });
    return [{ name, status: "ok", message: `${provider.name} answers` }];
  } catch (error) {
    const reason = signal.aborted ? "no answer within 2 seconds" : messageOf(error);
    const message = `${provider.name} can't be used: ${reason}`;
    const hint =
      "Conversations go on without it. Look at memory in config.yaml, and whether its server runs.";
    return [{ name, status: "warning", message, hint }];
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
