import { HermesError } from "@hermes/registry";
import type { AgentHooks } from "./agent-hooks.ts";
import { reasonOf } from "../reason-of.ts";

/** `HOOK_FAILED`: a callback threw, or took too long. */
export function hookFailure({ name }: AgentHooks, error: unknown): HermesError {
  const reason = reasonOf(error);
  return new HermesError(`The hook "${name}" failed: ${reason}`, {
    code: "HOOK_FAILED",
    hint: "Mend the hook, or leave it out.",
    cause: error,
  });
}
