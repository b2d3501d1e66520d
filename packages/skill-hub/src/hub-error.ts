import { HermesError } from "@hermes/registry";
import type { HermesErrorOptions } from "@hermes/registry";

/** What can go wrong between here and a source. */
export type HubProblem =
  | "HUB_OFFLINE"
  | "HUB_NOT_FOUND"
  | "HUB_REFUSED"
  | "HUB_RATE_LIMITED"
  | "HUB_BAD_ANSWER"
  | "HUB_TOO_LARGE";

export function hubError(
  code: HubProblem,
  message: string,
  options: Pick<HermesErrorOptions, "hint" | "data" | "cause"> = {},
): HermesError {
  return new HermesError(message, { code, ...options });
}

/** The code of an error that was thrown on purpose; undefined for any other. */
export function codeOf(error: unknown): string | undefined {
  return HermesError.is(error) ? error.code : undefined;
}

/** One sentence or two for people: what happened, and what to do. */
export function reasonOf(error: unknown): string {
  if (HermesError.is(error)) return [error.message, error.hint].filter(Boolean).join(" ");
  return error instanceof Error ? error.message : String(error);
}

/** Whether an older copy is better than nothing. */
export function isOutOfReach(error: unknown): boolean {
  return ["HUB_OFFLINE", "HUB_RATE_LIMITED"].includes(codeOf(error) ?? "");
}
