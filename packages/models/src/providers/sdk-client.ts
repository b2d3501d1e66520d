import type { OpenBodyReader } from "../transport/body-reader.ts";
import { isRecord } from "../transport/json-fields.ts";
import {
  type Fetch,
  fetchPost,
  httpPost,
  type Post,
  type PostAnswer,
  type PostTarget,
} from "../transport/post.ts";

/**
 * The way to a provider: the address, the headers with the authentication, and the errors; of an official SDK no more is used.
 * All requests of a model go to the same address with the same headers, so that they are worked out once.
 */
export interface SdkClient {
  readonly target: PostTarget;
  /** The error for an answer that is none; `body` is data where it was JSON. */
  statusError(answer: { readonly status: number; readonly body: unknown; readonly headers: Headers }): Error;
  /** The error for one that came inside a stream. */
  streamError(body: object, headers: Headers): Error;
  /** For answers that are no server-sent events. */
  readonly reader?: OpenBodyReader | undefined;
}

/** A provider that can be asked. */
export interface Connection {
  /** @throws the SDK's error for every status but 2xx. */
  readonly post: Post;
  streamError(body: unknown, answer: PostAnswer): Error;
  readonly reader: OpenBodyReader | undefined;
}

export async function connect(
  load: () => Promise<SdkClient>,
  { fetch }: { readonly fetch?: Fetch | undefined },
): Promise<Connection> {
  const client = await load();
  const post = fetch === undefined ? httpPost(client.target) : fetchPost(fetch, client.target);
  return {
    async post(options) {
      const answer = await post(options);
      if (answer.status >= 200 && answer.status < 300) return answer;
      const body = parsed(await answer.text());
      throw client.statusError({ status: answer.status, body, headers: answer.headers() });
    },
    streamError: (body, answer) =>
      client.streamError(isRecord(body) ? body : { message: String(body) }, answer.headers()),
    reader: client.reader,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Proxies and local servers answer in plain text or HTML.
    return text;
  }
}

/** Headers that an SDK sets by itself for a request. */
const ownHeaders = /^(?:accept|authorization|content-type|user-agent|x-api-key|anthropic-.*|x-stainless-.*)$/;

/**
 * The headers of an SDK that may be sent. SDKs also take some from the environment, whatever host they talk to:
 * only their own and those of `given` get through.
 */
export function ownHeadersOf(
  headers: Headers,
  given: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const names = new Set(Object.keys(given).map((name) => name.toLowerCase()));
  const kept: Record<string, string> = {};
  for (const [name, value] of headers) if (ownHeaders.test(name) || names.has(name)) kept[name] = value;
  return kept;
}
