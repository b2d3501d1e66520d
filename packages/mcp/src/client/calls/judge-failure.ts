import { HermesError } from "@hermes/registry";
import { refusalOf, wasNotSent } from "../connection/refused-answer.ts";
import type { Sdk } from "../connection/load-sdk.ts";
import { harmlessText } from "../texts/harmless-text.ts";

/**
 * What a failed request says of the server and of the request.
 *
 * - `not-sent`: it did not reach the server, or was turned away unread; the connection is of no use.
 * - `cut`: it may have been carried out, and nobody will say so; the connection is of no use.
 * - `login`: somebody has to log in.
 * - `timeout`: no sign of life for too long.
 * - `refused`: the server's own error. `bad-answer`: an answer that breaks the protocol or a limit.
 * - `impossible`: no try helps before the entry changes.
 */
export interface Failure {
  readonly kind: "not-sent" | "cut" | "login" | "timeout" | "refused" | "bad-answer" | "impossible";
  /** What happened, harmless, without a final dot. */
  readonly reason: string;
}

const notReached = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "EPIPE",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_WRITE_AFTER_END",
]);
/** Of a login that may be renewed later; the server had refused the request. */
const passing = new Set(["LOGIN_UNREACHABLE", "LOGIN_BUSY"]);
const certificate =
  /^(?:CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|HOSTNAME_MISMATCH|ERR_SSL)/u;
const badSetting = new Set(["ENOENT", "EACCES", "ENOTDIR", "EISDIR", "ERR_INVALID_URL"]);

/**
 * Reads what a request or an attempt to connect threw.
 *
 * @param sdk Undefined where it was not loaded.
 * @param hasSession Whether the request named a session: many servers answer one that they don't know with HTTP 400.
 */
export function judgeFailure(error: unknown, sdk: Sdk | undefined, hasSession = false): Failure {
  const reason = reasonOf(error);
  const code = codeOf(error);
  // Of a fetch that logs in: it says itself what is missing.
  const login = causes(error).find((each) => HermesError.is(each) && each.code.startsWith("LOGIN_"));
  if (HermesError.is(login)) return { kind: passing.has(login.code) ? "not-sent" : "login", reason };
  if (HermesError.is(error) && error.code === "MCP_BAD_ANSWER") return { kind: "bad-answer", reason };
  if (HermesError.is(error) && error.code === "MCP_TIMEOUT") return { kind: "timeout", reason };
  if (HermesError.is(error) && error.code === "MCP_REFUSED") return { kind: "refused", reason };
  if (wasNotSent(error) || (code !== undefined && notReached.has(code))) return { kind: "not-sent", reason };
  if (code !== undefined && certificate.test(code)) return { kind: "impossible", reason };
  if (code !== undefined && badSetting.has(code)) return { kind: "impossible", reason };
  const refusal = refusalOf(error);
  if (refusal === "cut") return { kind: "cut", reason };
  if (refusal === "too-large") return { kind: "bad-answer", reason };
  return (
    (sdk === undefined ? undefined : judgeSdkError(error, sdk, reason, hasSession)) ?? { kind: "cut", reason }
  );
}

function judgeSdkError(error: unknown, sdk: Sdk, reason: string, hasSession: boolean): Failure | undefined {
  if (error instanceof sdk.UnauthorizedError || error instanceof sdk.OAuthError)
    return { kind: "login", reason };
  if (error instanceof sdk.OAuthClientFlowError) return { kind: "login", reason };
  const status = statusOf(error, sdk);
  if (status !== undefined) return judgeStatus(status, reason, hasSession);
  if (error instanceof sdk.ProtocolError) return { kind: "refused", reason };
  if (error instanceof SyntaxError || (error instanceof Error && error.name === "ZodError"))
    return { kind: "bad-answer", reason: "its answer is no message of the protocol" };
  if (!(error instanceof sdk.SdkError)) return undefined;
  switch (error.code) {
    case sdk.SdkErrorCode.NotConnected:
      return { kind: "not-sent", reason };
    case sdk.SdkErrorCode.RequestTimeout:
      return { kind: "timeout", reason };
    case sdk.SdkErrorCode.InvalidResult:
    case sdk.SdkErrorCode.UnsupportedResultType:
    case sdk.SdkErrorCode.ClientHttpUnexpectedContent:
      return { kind: "bad-answer", reason };
    case sdk.SdkErrorCode.CapabilityNotSupported:
    case sdk.SdkErrorCode.MethodNotSupportedByProtocolVersion:
      return { kind: "refused", reason };
    default:
      return undefined;
  }
}

/** The status of an answer over HTTP that an error is about. */
function statusOf(error: unknown, sdk: Sdk): number | undefined {
  if (error instanceof sdk.SdkHttpError) return error.status;
  return error instanceof sdk.SseError ? error.code : undefined;
}

function judgeStatus(status: number, reason: string, hasSession: boolean): Failure {
  if (status === 401) return { kind: "login", reason: "it wants a login (HTTP 401)" };
  // A session that the server no longer knows: it has not looked at the request.
  if (hasSession && (status === 404 || status === 400))
    return { kind: "not-sent", reason: `it no longer knows our session (HTTP ${String(status)})` };
  if (status === 404) return { kind: "refused", reason: "there is no MCP server at its address (HTTP 404)" };
  if (status === 429) return { kind: "refused", reason: "it takes no more requests for now (HTTP 429)" };
  if (status >= 500) return { kind: "cut", reason: `it failed (HTTP ${String(status)})` };
  if (status === 403) return { kind: "refused", reason: `it refuses access (HTTP 403): ${reason}` };
  return { kind: "refused", reason };
}

/** The code of the system by which an error can be judged. */
function codeOf(error: unknown): string | undefined {
  return causes(error)
    .map((each) => ("code" in each && typeof each.code === "string" ? each.code : ""))
    .find((code) => notReached.has(code) || badSetting.has(code) || certificate.test(code));
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const deepest = causes(error).at(-1);
  const isVague = message.includes("fetch failed") || HermesError.is(error);
  const cause =
    isVague && deepest instanceof Error && deepest.message !== message ? `: ${deepest.message}` : "";
  const text = `${message.replace(/^Version negotiation (?:probe )?failed: /u, "")}${cause}`;
  return harmlessText(text, 1_000).replace(/\.(?=$|:)/u, "");
}

/** An error and what lies under it. */
function causes(error: unknown): readonly object[] {
  const found: object[] = [];
  for (let at = error; typeof at === "object" && at !== null && found.length < 6;) {
    found.push(at);
    const errors: unknown = "errors" in at ? at.errors : undefined;
    at = Array.isArray(errors) ? errors[0] : "cause" in at ? at.cause : undefined;
  }
  return found;
}
