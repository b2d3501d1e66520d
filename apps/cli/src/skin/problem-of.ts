import { toFailure } from "../failure.ts";

/** What is wrong with a skin, for a remark. */
export function problemOf(error: unknown): string {
  const { message, hint } = toFailure(error);
  return hint === undefined ? message : `${message} ${hint}`;
}
