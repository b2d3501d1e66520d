import { HermesError } from "@hermes/registry";
import type { HermesErrorOptions } from "@hermes/registry";

/** What can go wrong in a search. */
export type SearchProblem =
  /** The chosen provider has no key or no address. */
  | "WEB_SEARCH_NOT_CONFIGURED"
  /** The query may not leave. */
  | "WEB_SEARCH_QUERY_REFUSED"
  /** The provider does not take the key or the request. */
  | "WEB_SEARCH_REFUSED"
  /** Too many requests, or the plan is used up. */
  | "WEB_SEARCH_LIMITED"
  /** The provider takes the request for one of a robot. */
  | "WEB_SEARCH_BLOCKED"
  | "WEB_SEARCH_UNREACHABLE"
  | "WEB_SEARCH_BAD_ANSWER";

export function searchError(
  code: SearchProblem,
  message: string,
  options: Pick<HermesErrorOptions, "hint" | "cause" | "data"> = {},
): HermesError {
  return new HermesError(message, { code, ...options });
}

/** Both sentences: what happened, and what to do. */
export function reasonOf(error: unknown): string {
  if (HermesError.is(error)) return [error.message, error.hint].filter(Boolean).join(" ");
  return error instanceof Error ? error.message : String(error);
}
