import type { Agent, IncomingMessage } from "node:http";

/** `fetch` as the official SDKs call it. */
export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * A `fetch` for the provider SDKs over `node:http`: it keeps connections of its own, sends the bytes as they are,
 * follows no redirect (a key must not leave its host), and hands out the stream of the answer unread.
 *
 * Idle connections don't keep the process alive.
 */
export interface HttpFetch {
  readonly fetch: Fetch;
  /** The unread answer behind a successful response of this `fetch`. */
  bodyOf(response: Response): IncomingMessage | undefined;
}

interface Agents {
  readonly http: Agent;
  readonly https: Agent;
}

export function createHttpFetch(): HttpFetch {
  const bodies = new WeakMap<Response, IncomingMessage>();
  let agents: Agents | undefined;
  return {
    async fetch(url, init = {}) {
      agents ??= createAgents();
      const incoming = await send(new URL(String(url)), init, agents);
      const response = await toResponse(incoming);
      if (response.ok) bodies.set(response, incoming);
      return response;
    },
    bodyOf: (response) => bodies.get(response),
  };
}

// An `import` of node:http would load every lazy part of it, the fetch stack among them: 20 ms at start-up.
function createAgents(): Agents {
  const options = { keepAlive: true, scheduling: "lifo" } as const;
  return {
    http: new (process.getBuiltinModule("node:http").Agent)(options),
    https: new (process.getBuiltinModule("node:https").Agent)(options),
  };
}

/** The server closed an idle connection just as it was used again. */
class StaleConnection extends Error {}

async function send(url: URL, init: RequestInit, agents: Agents): Promise<IncomingMessage> {
  try {
    return await sendOnce(url, init, agents);
  } catch (error) {
    // Nothing of the request was seen by anyone, so that it goes out again without being counted as an attempt.
    if (error instanceof StaleConnection) return sendOnce(url, init, agents);
    throw error;
  }
}

function sendOnce(url: URL, init: RequestInit, agents: Agents): Promise<IncomingMessage> {
  const secure = url.protocol === "https:";
  const { request } = process.getBuiltinModule(secure ? "node:https" : "node:http");
  const body = bytesOf(init);
  return new Promise((resolve, reject) => {
    const signal = init.signal ?? undefined;
    const outgoing = request(url, {
      method: init.method ?? "GET",
      headers: headersOf(init, body),
      agent: secure ? agents.https : agents.http,
      ...(signal === undefined ? {} : { signal }),
    });
    outgoing.on("response", resolve);
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      const stale = outgoing.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE");
      reject(stale ? new StaleConnection(error.message, { cause: error }) : error);
    });
    outgoing.end(body);
  });
}

function bytesOf({ body }: RequestInit): Uint8Array | string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === "string" || body instanceof Uint8Array) return body;
  throw new TypeError("Only bytes and text can be sent.");
}

function headersOf(init: RequestInit, body: Uint8Array | string | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  const given = init.headers instanceof Headers ? init.headers : new Headers(init.headers);
  for (const [name, value] of given) headers[name] = value;
  headers["accept-encoding"] = "identity";
  if (body !== undefined) headers["content-length"] = String(Buffer.byteLength(body));
  return headers;
}

/** What an SDK looks at: the body of a failure is in it, the body of a success stays unread where it is. */
async function toResponse(incoming: IncomingMessage): Promise<Response> {
  const { statusCode = 0, rawHeaders } = incoming;
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "");
  }
  const status = statusCode < 200 || statusCode > 599 ? 502 : statusCode;
  if (status < 300) return new Response(null, { status, headers });
  const text = await readText(incoming);
  return new Response(status === 304 ? null : text, { status, headers });
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
