import { nodeModule } from "@hermes/registry/node";
import type * as http from "node:http";
import type { Agent, ClientRequest, IncomingMessage } from "node:http";
import type * as https from "node:https";
import type { ByteSource } from "./byte-source.ts";
import type { Post, PostAnswer, PostOptions, PostTarget } from "./post.ts";

/**
 * Posts over `node:http`, with connections of its own that are kept for the next request. Idle ones don't keep the
 * process alive. What can be made ready for all requests is made ready here.
 *
 * @returns Undefined where there is no Node.
 */
export function httpPost(target: PostTarget): Post | undefined {
  const url = new URL(target.url);
  // An `import` of node:http would load every lazy part of it, the fetch stack among them: 20 ms at start-up.
  const node = nodeModule<typeof http | typeof https>(`node:${url.protocol.slice(0, -1)}`);
  if (node === undefined) return undefined;
  const { request, Agent: KeptConnections } = node;
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

/** Longest time that the rest of a complete answer may take, so that its connection can be kept. */
const restMs = 1000;

function incomingSource(incoming: IncomingMessage): ByteSource {
  return {
    start(reader) {
      incoming.on("data", (bytes: Buffer) => reader.chunk(bytes));
      incoming.on("end", () => reader.end());
      incoming.on("error", (error) => reader.error(error));
    },
    pause: () => incoming.pause(),
    resume: () => incoming.resume(),
    close(complete) {
      if (!complete) {
        incoming.destroy();
        return;
      }
      incoming.resume();
      // The rest has come already, or else it gets a moment.
      if (incoming.complete) return;
      incoming.socket.unref();
      const timer = setTimeout(() => incoming.destroy(), restMs).unref();
      incoming.on("end", () => clearTimeout(timer));
    },
  };
}
