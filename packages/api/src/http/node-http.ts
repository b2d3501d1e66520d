import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";

/**
 * A request of Node as one of the web.
 *
 * @param body What was read of it already. Absent: it is read as it comes.
 * @param signal Aborted when the client goes.
 */
export function toRequest(
  message: IncomingMessage,
  { body, signal }: { readonly body?: Uint8Array | undefined; readonly signal: AbortSignal },
): Request {
  const { method = "GET", url = "/", headers: given } = message;
  const headers = new Headers();
  for (const [name, value] of Object.entries(given))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) headers.append(name, each);
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(requestUrl(url), {
    method,
    headers,
    signal,
    // `duplex` is what the standard asks for where a body is a stream, and what its types do not know yet.
    ...(hasBody ? { body: bodyOf(message, body), duplex: "half" } : {}),
  } as RequestInit);
}

/** What a request names is below this server, whatever it says; the host is told by its header. */
function requestUrl(target: string): URL {
  const path = target.startsWith("/") ? target.replace(/^\/+/, "/") : "/";
  return URL.parse(`http://localhost${path}`) ?? new URL("http://localhost/");
}

function bodyOf(message: IncomingMessage, body: Uint8Array | undefined): ReadableStream | Uint8Array {
  return body ?? (Readable.toWeb(message) as ReadableStream);
}

export interface WriteOptions {
  /** How long a client may take nothing of a stream before its connection is ended. @default 60_000 */
  readonly stalledMs?: number | undefined;
}

/** Writes an answer as fast as its client takes it. The stream behind it is cancelled when the client goes. Never rejects. */
export async function writeResponse(
  response: Response,
  to: ServerResponse,
  { stalledMs = 60_000 }: WriteOptions = {},
): Promise<void> {
  const headers = [...response.headers].filter(([name]) => name !== "set-cookie");
  to.writeHead(response.status, [
    ...headers.flat(),
    ...response.headers.getSetCookie().flatMap((cookie) => ["set-cookie", cookie]),
  ]);
  const reader = response.body?.getReader();
  if (reader === undefined) return void to.end();
  const gone = new AbortController();
  const onClose = (): void => {
    gone.abort();
    void reader.cancel().catch(() => undefined);
  };
  to.once("close", onClose);
  try {
    // The head of a stream is not to wait for its first event.
    to.flushHeaders();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (to.destroyed) return;
      if (!to.write(next.value))
        await drained(to, AbortSignal.any([gone.signal, AbortSignal.timeout(stalledMs)]));
    }
    to.end();
  } catch {
    // Whether the client has gone, takes nothing, or the stream broke: there is nothing more to say.
    to.destroy();
  }
}

async function drained(to: ServerResponse, signal: AbortSignal): Promise<void> {
  await once(to, "drain", { signal });
}
