import type { IncomingMessage, RequestOptions } from "node:http";
import type { LookupFunction } from "node:net";
import { isIPv6 } from "node:net";
import type { Readable } from "node:stream";

export interface PinnedRequest {
  /** The only addresses that are connected to, in this order. */
  readonly addresses: readonly string[];
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Sends one request to given addresses; the URL gives the path, the Host header and the name for TLS. */
export async function sendRequest(url: URL, pinned: PinnedRequest): Promise<Response> {
  const { method = "GET", headers = {}, body, signal } = pinned;
  const { request } = url.protocol === "https:" ? await import("node:https") : await import("node:http");
  const options: RequestOptions = {
    method,
    headers: { "accept-encoding": "gzip, deflate, br", ...headers },
    lookup: lookupOf(pinned.addresses),
    // A shared agent could hand out a connection that somebody else opened, to an address that nobody checked.
    agent: false,
    ...(signal === undefined ? {} : { signal }),
  };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, options, resolve);
    sent.on("error", reject);
    sent.end(body);
  }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw error;
  });
  return await toResponse(answer, method);
}

/** Answers with what was checked, whatever is asked. Node asks it for names only; a literal address is itself what was checked. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (host, options, callback) => {
    const [first] = all;
    if (first === undefined) callback(new Error(`${host} has no checked address.`), "", 0);
    else if (options.all === true) callback(null, all);
    else callback(null, first.address, first.family);
  };
}

async function toResponse(answer: IncomingMessage, method: string): Promise<Response> {
  const status = answer.statusCode ?? 0;
  const headers = new Headers();
  for (let index = 0; index + 1 < answer.rawHeaders.length; index += 2) {
    headers.append(answer.rawHeaders[index] ?? "", answer.rawHeaders[index + 1] ?? "");
  }
  if (method === "HEAD" || status === 204 || status === 205 || status === 304) {
    answer.resume();
    return new Response(null, { status, statusText: answer.statusMessage ?? "", headers });
  }
  const { Readable } = await import("node:stream");
  const plain = await decoded(answer, headers);
  // Node's stream of bytes is the one that the web's Response takes; the two declarations differ in name alone.
  const body = Readable.toWeb(plain) as unknown as ReadableStream<Uint8Array>;
  return new Response(body, { status, statusText: answer.statusMessage ?? "", headers });
}

async function decoded(answer: IncomingMessage, headers: Headers): Promise<Readable> {
  const encoding = (headers.get("content-encoding") ?? "").trim().toLowerCase();
  if (!["gzip", "x-gzip", "deflate", "br"].includes(encoding)) return answer;
  const [zlib, { pipeline }] = await Promise.all([import("node:zlib"), import("node:stream")]);
  const decoder =
    encoding === "br"
      ? zlib.createBrotliDecompress()
      : encoding === "deflate"
        ? zlib.createInflate()
        : zlib.createGunzip();
  headers.delete("content-encoding");
  headers.delete("content-length");
  // An error of either side reaches the reader through the decoder.
  return pipeline(answer, decoder, () => undefined);
}
