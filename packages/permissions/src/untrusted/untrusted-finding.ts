import { isOfDescriptions } from "@hermes/registry";
import type { Finding } from "../finding.ts";

/** The end of the id of a finding: `untrusted.send`, … */
export type UntrustedKind = "send" | "persist" | "private" | "execute";

export function isUntrustedFinding({ id }: Pick<Finding, "id">): boolean {
  return id.startsWith("untrusted.");
}

/** Whether a yes must be for this very call: what may have asked for it was read, and is more than what servers say of their tools. */
export function isBoundToCall(finding: Finding): boolean {
  const { sources = [] } = finding;
  return isUntrustedFinding(finding) && !(sources.length > 0 && sources.every(isOfDescriptions));
}
