import type { Environment } from "@hermes/registry";

/**
 * Whether a question may be a list that is redrawn. Not on a terminal that can only print (`TERM=dumb`), nor for a
 * person whose screen reader wants lines that stay (`ACCESSIBLE`).
 */
export function drawsLists(
  output: { readonly isTTY?: boolean | undefined },
  { TERM, ACCESSIBLE }: Environment,
): boolean {
  return output.isTTY === true && TERM !== undefined && !["", "dumb"].includes(TERM) && !ACCESSIBLE;
}
