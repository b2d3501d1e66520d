import type { OpenBodyReader } from "../transport/body-reader.ts";
import { isRecord, listAt, recordAt, textAt } from "../transport/json-fields.ts";
import { postTo } from "../transport/post-to.ts";
import type { Fetch, Post, PostAnswer, PostTarget } from "../transport/post.ts";
import { ApiError } from "./api-error.ts";

/** An answer with a status that is no success; `body` is data where it was JSON. */
export interface FailedAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

/**
 * The way to a provider. All requests of a model go to the same address with the same headers, so that they are worked out
 * once.
 */
export interface ProviderClient {
  /** The address, and the headers with the authentication. */
  readonly target: PostTarget;
  /** For answers that are no server-sent events. */
  readonly reader?: OpenBodyReader | undefined;
  /** Brings what a provider says in its own way into the form that is understood: `{ code, message }` or `{ error }` as body. */
  readonly failure?: ((answer: FailedAnswer) => FailedAnswer) | undefined;
  /** The error that is thrown for one of the wire. @default that one */
  readonly explain?: ((error: ApiError) => Promise<Error>) | undefined;
}

/** A provider that can be asked. */
export interface Connection {
  /** @throws {ApiError} for every status but 2xx. */
  readonly post: Post;
  readonly client: ProviderClient;
  streamError(body: unknown, answer: PostAnswer): ApiError;
}

export function connect(
  client: ProviderClient,
  { fetch }: { readonly fetch?: Fetch | undefined },
): Connection {
  const target = {
    ...client.target,
    headers: { "content-type": "application/json", ...client.target.headers },
  };
  const post = postTo(target, fetch);
  return {
    client,
    async post(options) {
      const answer = await post(options);
      if (answer.status >= 200 && answer.status < 300) return answer;
      const said = { status: answer.status, body: parsed(await answer.text()), headers: answer.headers() };
      const { status, body, headers } = client.failure?.(said) ?? said;
      throw new ApiError(status, body, withRetryDelay(headers, body));
    },
    streamError: (body, answer) =>
      new ApiError(undefined, isRecord(body) ? body : { message: String(body) }, answer.headers()),
  };
}

/** The headers that the caller wants sent, with their names in lower case. */
export function givenHeaders({
  headers = {},
}: {
  readonly headers?: Readonly<Record<string, string>> | undefined;
}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Proxies and local servers answer in plain text or HTML.
    return text;
  }
}

/** Google says in the body how long to wait: `details: [{ "@type": "…RetryInfo", retryDelay: "23s" }]`. */
function withRetryDelay(headers: Headers, body: unknown): Headers {
  const first: unknown = Array.isArray(body) ? body[0] : body;
  const error = isRecord(first) ? recordAt(first, "error") : undefined;
  for (const detail of error === undefined ? [] : listAt(error, "details")) {
    const delay = isRecord(detail) ? /^([\d.]+)s$/.exec(textAt(detail, "retryDelay") ?? "")?.[1] : undefined;
    if (delay === undefined || headers.has("retry-after")) continue;
    const told = new Headers(headers);
    told.set("retry-after", delay);
    return told;
  }
  return headers;
}
