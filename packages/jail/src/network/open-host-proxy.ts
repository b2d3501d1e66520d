import { chmod } from "node:fs/promises";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { HermesError } from "@hermes/registry";
import { dial, openTunnel } from "./dial.ts";
import type { Route } from "./dial.ts";
import { endToEndHeaders } from "./end-to-end-headers.ts";
import { formatTarget, parseAbsolute, parseAuthority, withPort } from "./host-list.ts";
import type { AbsoluteTarget, Target } from "./host-list.ts";
import { createHostRouter, reasonOf } from "./host-router.ts";
import type { HostRouter, HostRouterOptions, Refusal } from "./host-router.ts";
import { http } from "./http.ts";
import { proxyHeaders } from "./upstream-proxy.ts";

export interface HostProxyOptions extends HostRouterOptions {
  /** Decides in place of the lists where a request may go. @default by the hosts that are open */
  readonly route?: ((target: Target) => Promise<Route | Refusal>) | undefined;
  /** Path for the socket, at most 107 bytes, in a folder that nobody else can enter. Absent: it serves what `accept` is given. */
  readonly socket?: string | undefined;
}

/** A proxy for HTTP and CONNECT, which reaches the hosts of a list alone. */
export interface HostProxy {
  /** Serves a connection that came by another way than the socket. At most 256 are served at a time; further ones are ended. */
  accept(connection: Duplex): void;
  /**
   * Hosts that are open from now on, beside those that always are; replaces what was said before. What is no host opens nothing.
   *
   * @param closed Patterns of hosts that are not open although they always are: `name` or `name:port`, `*` for anything.
   */
  allow(hosts: readonly string[], closed?: readonly string[]): void;
  /** Hosts that were refused since this was last asked, `name:port`, at most 100. */
  takeRefused(): readonly string[];
  /** Ends all connections. */
  close(): Promise<void>;
}

/** Everything that asks has a socket of this program, and it must not run out of them. */
const maxConnections = 256;
/** When one side has ended, the other has this long between two packets. */
const halfOpenMs = 60_000;

/**
 * Opens the proxy. Names are looked up here, once, and what was checked is what is connected to. It writes nothing down.
 *
 * @throws {HermesError} `JAIL_PROXY_FAILED` when it can't listen there.
 */
export async function openHostProxy({
  socket: path,
  route,
  ...options
}: HostProxyOptions): Promise<HostProxy> {
  const lists = createHostRouter(options);
  const router =
    route === undefined ? lists : { ...lists, find: async (_: string, to: Target) => await route(to) };
  const open = new Set<Duplex>();
  // Uploads may take their time; only headers may not.
  const server = http().createServer({ requestTimeout: 0, keepAliveTimeout: halfOpenMs });
  server.maxConnections = maxConnections;
  server.on("connection", (connection: Duplex) => {
    open.add(connection);
    connection.once("close", () => open.delete(connection));
  });
  server.on("request", (request, response) => {
    answer(router, request, response).catch(() => response.destroy());
  });
  server.on("connect", (request, client, head) => {
    tunnel(router, { request, client, head }).catch(() => client.destroy());
  });
  if (path !== undefined) await listen(server, path);
  return {
    accept(connection) {
      // What a server listens to is all that it counts by itself.
      if (open.size < maxConnections) server.emit("connection", connection);
      else connection.destroy();
    },
    allow: (hosts, closed) => router.allow(hosts, closed),
    takeRefused: () => router.takeRefused(),
    async close() {
      // Its callback is called with an error where it never listened.
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

async function listen(server: Server, path: string): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(path, resolve);
    });
    await chmod(path, 0o600);
  } catch (error) {
    server.close();
    throw new HermesError(`The proxy can't listen on ${path}: ${reasonOf(error)}.`, {
      code: "JAIL_PROXY_FAILED",
      hint: "The folder must be there, nothing may be at the path, and the path may have 107 bytes.",
      cause: error,
    });
  }
}

/** A request with the whole address of something on plain HTTP. */
async function answer(router: HostRouter, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const target = parseAbsolute(request.url ?? "");
  if (target === undefined)
    return say(response, 400, "This is a proxy: it takes CONNECT, and addresses that start with http://.");
  const host = parseAuthority(withPort(request.headers.host ?? ""));
  if (host === undefined || formatTarget(host) !== formatTarget(target))
    return say(response, 400, "The header Host is not that of the address.");
  const route = await router.find("http", target);
  if ("status" in route) return say(response, route.status, route.message);
  try {
    await forward(route, { target, request, response });
  } catch (error) {
    if (response.headersSent) response.destroy();
    else say(response, 502, `${formatTarget(target)} could not be reached: ${reasonOf(error)}.`);
  }
}

interface Exchange {
  readonly target: AbsoluteTarget;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Both messages are read and written anew, so that no byte is taken for a message of its own on the way. */
async function forward(route: Route, { target, request, response }: Exchange): Promise<void> {
  const socket = await dial(route);
  const name = formatTarget(target);
  const hasLength = request.headers["content-length"] !== undefined;
  const sent = http().request({
    method: request.method,
    path: "proxy" in route ? `http://${name}${target.path}` : target.path,
    headers: [
      ...endToEndHeaders(request.rawHeaders),
      ...("proxy" in route ? Object.entries(proxyHeaders(route.proxy)).flat() : []),
      ...(!hasLength && request.headers["transfer-encoding"] !== undefined
        ? ["Transfer-Encoding", "chunked"]
        : []),
      ...["Connection", "close"],
    ],
    createConnection: () => socket,
  });
  response.once("close", () => socket.destroy());
  const received = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once("response", resolve);
    sent.on("error", reject);
    // An answer may come before the request was read to its end, and both may go on at once.
    request.on("error", reject).pipe(sent);
  });
  response.writeHead(
    received.statusCode ?? 502,
    received.statusMessage,
    endToEndHeaders(received.rawHeaders),
  );
  await pipeline(received, response);
}

interface Asked {
  readonly request: IncomingMessage;
  readonly client: Duplex;
  readonly head: Buffer;
}

async function tunnel(router: HostRouter, { request, client, head }: Asked): Promise<void> {
  client.on("error", () => client.destroy());
  const target = parseAuthority(request.url ?? "");
  if (target === undefined) return hangUp(client, 400, "CONNECT takes a name and a port.");
  const route = await router.find("https", target);
  if ("status" in route) return hangUp(client, route.status, route.message);
  const server = await openTunnel(route, client).catch((error: unknown) => {
    hangUp(client, 502, `${formatTarget(target)} could not be reached: ${reasonOf(error)}.`);
  });
  if (server === undefined) return;
  server.on("error", () => server.destroy());
  if (client.destroyed) server.destroy();
  client.once("close", () => server.destroy());
  server.once("close", () => client.destroy());
  client.once("end", () => server.setTimeout(halfOpenMs, () => server.destroy()));
  server.once("end", () => server.setTimeout(halfOpenMs, () => server.destroy()));
  client.write("HTTP/1.1 200 Connection established\r\n\r\n");
  server.write(head);
  client.pipe(server);
}

function say(response: ServerResponse, status: number, line: string): void {
  const body = Buffer.from(`${line}\n`);
  const headers = { "content-type": "text/plain; charset=utf-8", "content-length": body.length };
  // What is left of the request is not read.
  response.writeHead(status, { ...headers, connection: "close" }).end(body);
}

function hangUp(client: Duplex, status: number, line: string): void {
  const headers = `Content-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(line) + 1}`;
  client.end(
    `HTTP/1.1 ${status} ${http().STATUS_CODES[status] ?? ""}\r\n${headers}\r\nConnection: close\r\n\r\n${line}\n`,
    () => client.destroy(),
  );
}
