import { HermesError } from "@hermes/registry";

/** The family of an error, as OpenAI names it. */
export type ErrorType =
  | "invalid_request_error"
  | "authentication_error"
  | "permission_error"
  | "not_found_error"
  | "conflict_error"
  | "rate_limit_error"
  | "server_error";

/** A refusal that a client can do something about. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  /** The field that is wrong. */
  readonly param?: string | undefined;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
}

/** @param more `param` and `retryAfter` are told to the client. */
export function refused(
  code: string,
  message: string,
  more: { readonly hint?: string; readonly param?: string; readonly retryAfter?: number } = {},
): HermesError {
  const { hint, ...data } = more;
  return new HermesError(message, { code, hint, data });
}

/** Codes that a client can do something about, and the status of each. */
const statuses: Readonly<Record<string, number>> = {
  API_BAD_REQUEST: 400,
  API_BAD_CURSOR: 400,
  API_UNSUPPORTED: 400,
  UI_BAD_CURSOR: 400,
  AGENT_OPTION_INVALID: 400,
  AGENT_MESSAGES_INVALID: 400,
  MODEL_MESSAGES_INVALID: 400,
  MEDIA_INVALID: 400,
  SCHEMA_INVALID: 400,
  API_NO_TOKEN: 401,
  API_WRONG_TOKEN: 401,
  API_FORBIDDEN: 403,
  API_FORBIDDEN_ORIGIN: 403,
  API_LINK_USED: 403,
  API_NO_ROUTE: 404,
  API_NOT_FOUND: 404,
  APPROVAL_NOT_FOUND: 404,
  CRON_NO_JOB: 404,
  HUB_NOT_FOUND: 404,
  RUNTIME_NO_SESSION: 404,
  RUNTIME_UNKNOWN_MODEL: 404,
  SESSION_NOT_FOUND: 404,
  STATE_SESSION_NOT_FOUND: 404,
  AGENT_BUSY: 409,
  APPROVAL_CLOSED: 409,
  APPROVAL_EXPIRED: 409,
  HUB_CHANGED: 409,
  MEMORY_LOCKED: 409,
  NOTHING_TO_CONTINUE: 409,
  SESSION_BUSY: 409,
  SESSION_LEASE_LOST: 409,
  API_TOO_LARGE: 413,
  MEDIA_TOO_LARGE: 413,
  API_MEDIA_TYPE: 415,
  API_FORBIDDEN_HOST: 421,
  API_IDEMPOTENCY_MISMATCH: 422,
  HUB_REFUSED: 422,
  MEMORY_REFUSED: 422,
  PAIRING_REFUSED: 422,
  API_TOO_MANY: 429,
  SPEND_LIMIT_REACHED: 429,
  API_NOT_HERE: 501,
  RUNTIME_NO_MODEL: 503,
  API_TOO_MANY_STREAMS: 503,
  API_CLOSED: 503,
};

/** Parts of the home whose errors are about what was asked of them. They name their hints themselves. */
const families: readonly string[] = [
  ...["CRON_", "CONFIG_", "HUB_", "PERMISSIONS_", "MEMORY_", "SKILL_", "RUNTIME_"],
];

/** What a client is told of an error; undefined: it can do nothing about it, and is told nothing. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!HermesError.is(error)) return undefined;
  const { code, message, hint, data = {} } = error;
  const status = statuses[code] ?? (families.some((family) => code.startsWith(family)) ? 422 : undefined);
  if (status === undefined) return undefined;
  const { param, retryAfter } = data;
  return {
    ...{ status, code, message, hint },
    ...(typeof param === "string" ? { param } : {}),
    ...(typeof retryAfter === "number" ? { retryAfter } : {}),
  };
}

export const failed: Refusal = {
  status: 500,
  code: "API_FAILED",
  message: "The request failed.",
  hint: "The log of the server says why.",
};

export function typeOf(status: number): ErrorType {
  if (status === 401) return "authentication_error";
  if (status === 403 || status === 421) return "permission_error";
  if (status === 404) return "not_found_error";
  if (status === 409) return "conflict_error";
  if (status === 429) return "rate_limit_error";
  return status >= 500 ? "server_error" : "invalid_request_error";
}
