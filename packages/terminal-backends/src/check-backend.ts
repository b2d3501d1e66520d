import { HermesError } from "@hermes/registry";
import type { BackendFinding } from "./backend-finding.ts";
import type { Backend } from "./backend.ts";
import { openBackend } from "./builtins.ts";
import type { CloudKind } from "./cloud/check-cloud.ts";
import type { OpenBackendOptions } from "./builtins.ts";

/** Time for a place to answer. */
const answerMs = 20_000;

/**
 * Looks whether a backend would work, without pulling an image. Never rejects for what is found.
 *
 * @param kind Name of the backend.
 * @param options As for `openBackend`.
 * @param open Opens it. @default as `openBackend`
 */
export async function checkBackend(
  kind: string,
  options: OpenBackendOptions,
  open: () => Promise<Backend> = async () => await openBackend(kind, options),
): Promise<BackendFinding> {
  try {
    if (kind === "docker") {
      const { checkDocker } = await import("./docker/check-docker.ts");
      return await checkDocker(options);
    }
    if (isCloud(kind)) {
      const { checkCloud } = await import("./cloud/check-cloud.ts");
      return await checkCloud(kind, options);
    }
    const backend = await open();
    try {
      return await tryBackend(kind, backend);
    } finally {
      await backend.dispose();
    }
  } catch (error) {
    const hint = HermesError.is(error) ? error.hint : undefined;
    const message = error instanceof Error ? error.message : String(error);
    return { status: "failed", message: `${kind}: ${message}`, hint };
  }
}

function isCloud(kind: string): kind is CloudKind {
  return kind === "modal" || kind === "daytona" || kind === "vercel-sandbox";
}

async function tryBackend(kind: string, backend: Backend): Promise<BackendFinding> {
  // An instance would first have to be built.
  if (kind === "singularity") return { status: "ok", message: "singularity: the program is there" };
  const { output, exitCode, timedOut } = await backend.exec("uname -sm", {
    taskId: "check",
    timeoutMs: answerMs,
  });
  if (exitCode === 0) return { status: "ok", message: `${kind}: ${output.trim()}` };
  const message = timedOut ? `no answer within ${answerMs / 1000} s` : output.trim();
  return { status: "failed", message: `${kind}: ${message}` };
}
