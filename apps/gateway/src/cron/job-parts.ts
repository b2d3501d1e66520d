import type { RunResult } from "@hermes/cron";
import type { HomeCron, Runtime } from "@hermes/runtime";
import { HermesError } from "@hermes/registry";
import type { Provenance } from "@hermes/registry";
import type { GatewayHome } from "../gateway-home.ts";

/** What the run of a job is made of. */
export interface JobParts {
  readonly runtime: Runtime;
  readonly home: GatewayHome;
  readonly cron: HomeCron;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What a run came to, before anybody is told of it. */
export interface JobAnswer {
  readonly outcome: Exclude<RunResult["outcome"], "cancelled">;
  /** Markdown, with `MEDIA:` for files. */
  readonly text: string;
  readonly error?: RunResult["error"];
  /** Untrusted sources of the text. */
  readonly provenance: readonly Provenance[];
}

export function failedAnswer(error: unknown): JobAnswer {
  const { code, message, hint } = factsOf(error);
  return { outcome: "failed", text: "", error: { code, message, hint }, provenance: [] };
}

function factsOf(error: unknown): NonNullable<RunResult["error"]> {
  if (HermesError.is(error)) return error;
  return { code: "CRON_RUN_FAILED", message: error instanceof Error ? error.message : String(error) };
}
