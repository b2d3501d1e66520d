import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import type { HubFetch } from "../../src/index.ts";

export interface Request {
  readonly method: string;
  /** Decoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

export type Answer = (response: ServerResponse, request: Request) => void;

export interface Loopback {
  readonly origin: string;
  /** Every request that came, as `GET /path?query`. */
  readonly seen: string[];
  readonly requests: Request[];
  /** Answers a path that begins so before anything else does. */
  override(path: string, answer: Answer): void;
  close(): Promise<void>;
}

/** A real server on a free port of this machine. @param route Gives what answers a request; undefined: nothing there. */
export async function startLoopback(route: (request: Request) => Answer | undefined): Promise<Loopback> {
  const seen: string[] = [];
  const requests: Request[] = [];
  const overrides = new Map<string, Answer>();
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const url = new URL(incoming.url ?? "/", "http://x");
      const { method = "GET", headers } = incoming;
      const path = decodeURIComponent(url.pathname);
      const request = { method, path, query: url.searchParams, headers, body: Buffer.concat(chunks) };
      seen.push(`${method} ${path}${url.search}`);
      requests.push(request);
      const override = [...overrides].find(([prefix]) => path.startsWith(prefix))?.[1];
      (override ?? route(request) ?? status(404))(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  return {
    origin: `http://127.0.0.1:${address.port}`,
    seen,
    requests,
    override: (path, answer) => overrides.set(path, answer),
    close,
  };
}

export function json(body: unknown, code: number = 200, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(code, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
}

export function bytes(body: string | Uint8Array, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(200, headers);
    response.end(body);
  };
}

export function status(code: number, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(code, headers);
    response.end("no");
  };
}

/** Breaks off in the middle of what it promised. */
export function half(body: string): Answer {
  return (response) => {
    response.writeHead(200, { "content-length": String(body.length * 2) });
    response.write(body, () => response.destroy());
  };
}

/** Never answers. */
export const silent: Answer = () => undefined;

/** The fetch of Node, in the form of the port. */
export const plainFetch: HubFetch = async (url, { maxRedirects, ...request } = {}) =>
  await fetch(url, { ...request, redirect: maxRedirects === 0 ? "manual" : "follow" } as RequestInit);
