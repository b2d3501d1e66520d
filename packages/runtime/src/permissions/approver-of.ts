import type { Approver } from "@hermes/registry";
import type { RuntimeParts } from "../runtime-parts.ts";

/** Nobody watches a batch, whatever the program can ask. */
export function approverOf({
  options: { flags, approver },
}: Pick<RuntimeParts, "options">): Approver | undefined {
  return flags?.unattended === true ? undefined : approver;
}
