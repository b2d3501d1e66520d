import type { Agent, ClientRequest, IncomingMessage } from "node:http";
import { type ByteSource, incomingSource, webSource } from "./byte-source.ts";

/** The standard `fetch`, as far as it is used. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** An address and what is sent there with every request. */
export interface PostTarget {
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Headers that depend on the body and on the time, such as a signature; asked for before every request. */
  readonly sign?: ((body: Uint8Array) => Promise<Readonly<Record<string, string>>>) | undefined;
}

export interface PostOptions {
  readonly body: Uint8Array;
  /** Ends the exchange at any point, also in the middle of the answer. */
  readonly signal: AbortSignal;
}

export interface PostAnswer {
  readonly status: number;
  headers(): Headers;
  /** The body as it comes. */
  readonly source: ByteSource;
  /** The whole body, for failures; stands for `source`. */
  text(): Promise<string>;
}

/** Sends bytes and gives the answer as soon as its head is there. Follows no redirect: a key must not leave its host. */
export type Post = (options: PostOptions) => Promise<PostAnswer>;

/**
 * Posts over `node:http`, with connections of its own that are kept for the next request. Idle ones don't keep the
 * process alive. What can be made ready for all requests is made ready here.
 */
export function httpPost(target: PostTarget): Post {
  const url = new URL(target.url);
  const secure = url.protocol === "https:";
  // An `import` of node:http would load every lazy part of it, the fetch stack among them: 20 ms at start-up.
  const { request, Agent: KeptConnections } = process.getBuiltinModule(secure ? "node:https" : "node:http");
  const agent: Agent = new KeptConnections({ keepAlive: true, scheduling: "lifo" });
  const named = { "user-agent": "hermes-models", ...target.headers };
  const headers = [...Object.entries(named).flat(), "host", url.host, "accept-encoding", "identity"];
  const address = {
    method: "POST",
    protocol: url.protocol,
    // The brackets of an IPv6 address belong to the URL alone.
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port,
    path: `${url.pathname}${url.search}`,
    agent,
  };

  const sendOnce = async ({ body, signal }: PostOptions): Promise<IncomingMessage> => {
    const signature = target.sign === undefined ? [] : Object.entries(await target.sign(body)).flat();
    return await new Promise((resolve, reject) => {
      signal.throwIfAborted();
      // A flat list goes out as it is, without a step for every header.
      const length = ["content-length", String(body.length)];
      const outgoing = request({ ...address, headers: [...headers, ...signature, ...length] });
      const onAbort = (): void => {
        outgoing.destroy();
      };
      signal.addEventListener("abort", onAbort);
      outgoing.on("close", () => signal.removeEventListener("abort", onAbort));
      outgoing.on("response", resolve);
      outgoing.on("error", (error) => reject(isStale(outgoing, error) ? new StaleConnection(error) : error));
      outgoing.end(body);
    });
  };

  return async (options) => {
    try {
      return answerOf(await sendOnce(options));
    } catch (error) {
      // Nothing of the request was seen by anyone, so that it goes out again without being counted as an attempt.
      if (error instanceof StaleConnection) return answerOf(await sendOnce(options));
      throw error;
    }
  };
}

/** The server closed an idle connection just as it was used again. */
class StaleConnection extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

function isStale(outgoing: ClientRequest, error: NodeJS.ErrnoException): boolean {
  return outgoing.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

function answerOf(incoming: IncomingMessage): PostAnswer {
  return {
    status: incoming.statusCode ?? 0,
    headers() {
      const headers = new Headers();
      const { rawHeaders } = incoming;
      for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
        headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "");
      }
      return headers;
    },
    source: incomingSource(incoming),
    text: () => readText(incoming),
  };
}

const maxErrorChars = 1_000_000;

async function readText(incoming: IncomingMessage): Promise<string> {
  incoming.setEncoding("utf8");
  let text = "";
  for await (const chunk of incoming) {
    text += String(chunk);
    if (text.length > maxErrorChars) break;
  }
  return text;
}

/** Posts through a `fetch` from outside. */
export function fetchPost(fetch: Fetch, { url, headers, sign }: PostTarget): Post {
  return async ({ body, signal }) => {
    // A view of plain memory, as `RequestInit` wants it: the encoder never uses shared memory.
    const bytes = body as Uint8Array<ArrayBuffer>;
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headers, ...(await sign?.(body)) },
      body: bytes,
      signal,
      redirect: "manual",
    });
    return {
      status: response.status,
      headers: () => response.headers,
      get source() {
        return webSource(response.body ?? emptyStream());
      },
      text: () => response.text(),
    };
  };
}

function emptyStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() });
}
