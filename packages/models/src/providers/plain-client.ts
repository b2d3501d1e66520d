import { isRecord, listAt, recordAt, textAt } from "../transport/json-fields.ts";
import type { PostTarget } from "../transport/post.ts";
import type { HttpModelOptions } from "./http-model.ts";
import type { SdkClient } from "./sdk-client.ts";

/** An answer that is none, from a provider whose protocol is spoken without an SDK. */
class ApiError extends Error {
  readonly status: number | undefined;
  readonly headers: Headers;
  /** The body, as the classifier reads it. */
  readonly error: unknown;

  constructor(status: number | undefined, body: unknown, headers: Headers) {
    super(status === undefined ? "The stream ended with an error." : `The server answered ${status}.`);
    this.name = "ApiError";
    this.status = status;
    this.headers = headers;
    this.error = body;
  }
}

/** A provider that needs nothing but an address and headers. */
export function plainClient(target: PostTarget, reader?: SdkClient["reader"]): SdkClient {
  return {
    target: { ...target, headers: { "content-type": "application/json", ...target.headers } },
    statusError: ({ status, body, headers }) => new ApiError(status, body, withRetryDelay(headers, body)),
    streamError: (body, headers) => new ApiError(undefined, body, headers),
    reader,
  };
}

/** The headers that the caller wants sent, with their names in lower case. */
export function givenHeaders({ headers = {} }: Pick<HttpModelOptions, "headers">): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Google says in the body how long to wait: `details: [{ "@type": "…RetryInfo", retryDelay: "23s" }]`. */
function withRetryDelay(headers: Headers, body: unknown): Headers {
  const first: unknown = Array.isArray(body) ? body[0] : body;
  const error = isRecord(first) ? recordAt(first, "error") : undefined;
  for (const detail of error === undefined ? [] : listAt(error, "details")) {
    const delay = isRecord(detail) ? /^([\d.]+)s$/.exec(textAt(detail, "retryDelay") ?? "")?.[1] : undefined;
    if (delay !== undefined && !headers.has("retry-after")) headers.set("retry-after", delay);
  }
  return headers;
}
