import type { Finding } from "../finding.ts";

/** The end of the id of a finding: `untrusted.send`, … */
export type UntrustedKind = "send" | "persist" | "private" | "execute";

export function isUntrustedFinding({ id }: Pick<Finding, "id">): boolean {
  return id.startsWith("untrusted.");
}
