import { readBounded } from "./read-bounded.ts";

/** How one request ended: with an answer, whatever it says, or without. */
export type HttpAnswer =
  | { readonly answered: true; readonly status: number; readonly headers: Headers; readonly body: string }
  /** `arrived: false` where the connection was never made. `reason` names no address: it could hold a token. */
  | { readonly answered: false; readonly arrived: boolean; readonly reason: string };

export interface RequestOptions {
  readonly fetch: typeof globalThis.fetch;
  /** @default "GET", and "POST" with a body */
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | FormData | Blob | Uint8Array<ArrayBuffer> | undefined;
  readonly signal: AbortSignal;
  /** Longer than what the platform may take, in milliseconds. */
  readonly timeoutMs: number;
}

/** An answer has an end: what goes on for ever would fill the memory. */
const maxAnswerBytes = 50_000_000;
export const answerTooLong = "the answer is too long";

/** One request and its whole answer, without a second try and without following to another address. Never throws. */
export async function requestOnce(url: string, options: RequestOptions): Promise<HttpAnswer> {
  const { fetch, method, headers, body, signal, timeoutMs } = options;
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      ...(headers === undefined ? {} : { headers }),
      ...(body === undefined ? {} : { body }),
      redirect: "error",
      signal: AbortSignal.any([signal, limit]),
    });
    return {
      answered: true,
      status: response.status,
      headers: response.headers,
      body: response.body === null ? "" : textOf(await readBounded(response.body, maxAnswerBytes)),
    };
  } catch (error) {
    if (limit.aborted) return noAnswer(true, `no answer within ${Math.round(timeoutMs / 1_000)} s`);
    if (signal.aborted) return noAnswer(true, "stopped while waiting for the answer");
    const code = networkCode(error);
    if (code === "PLATFORM_FILE_TOO_LARGE") return noAnswer(true, answerTooLong);
    return noAnswer(!isNeverConnected(code), code);
  }
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** `Retry-After` in milliseconds, where it is a number of seconds: an hour at most. */
export function retryAfterMs(headers: Headers): number | undefined {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? boundedWaitMs(Math.ceil(seconds * 1_000)) : undefined;
}

const longestWaitMs = 3_600_000;

/** What a platform asks us to wait, as far as it makes sense. A timer takes more than 24 days for nothing at all. */
export function boundedWaitMs(ms: number): number {
  return ms >= 0 ? Math.min(ms, longestWaitMs) : 0;
}

/** Undefined for what is no JSON, such as the page of a proxy: the status says what there is to say. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Failures before the first byte was sent. */
const neverConnected: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "ENETDOWN",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

/** Whether a failure of the network came before anything was sent: then a second try can't do it twice. */
export function isNeverConnected(code: string): boolean {
  return neverConnected.has(code);
}

/** The code alone: the message of a failed request can hold its address, and that a token. */
export function networkCode(error: unknown): string {
  for (let each = error; each instanceof Error; each = each.cause)
    if ("code" in each && typeof each.code === "string") return each.code;
  return "the connection broke";
}

function noAnswer(arrived: boolean, reason: string): HttpAnswer {
  return { answered: false, arrived, reason };
}
