import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, createServer as createRawServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openHostProxy } from "../../src/index.ts";
import type { HostProxy, HostProxyOptions } from "../../src/index.ts";

/** A server on loopback and what asks it. Ends with the test. */
export class ProxyPlace implements AsyncDisposable {
  readonly folder: string = mkdtempSync(join(tmpdir(), "hermes-proxy-"));
  readonly socket: string = join(this.folder, "proxy");
  readonly requests: string[] = [];
  readonly #ends: (() => Promise<void>)[] = [];

  /** A web server that notes what it is asked. */
  async serve(
    answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) =>
      response.end("hello\n"),
  ): Promise<number> {
    const server = createServer((request, response) => {
      this.requests.push(`${request.method} ${request.url}`);
      answer(request, response);
    });
    const port = await this.#listen(server);
    this.#ends.push(async () => server.closeAllConnections());
    return port;
  }

  /** A server for bytes of any kind. */
  async serveRaw(handle: (socket: Socket) => void): Promise<number> {
    const sockets = new Set<Socket>();
    const server = createRawServer({ allowHalfOpen: true }, (socket) => {
      sockets.add(socket);
      handle(socket.on("error", () => undefined));
    });
    const port = await this.#listen(server);
    this.#ends.push(async () => sockets.forEach((socket) => socket.destroy()));
    return port;
  }

  async #listen(server: Server): Promise<number> {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.#ends.push(async () => void server.close());
    // A server that listens has an address with a port.
    return (server.address() as AddressInfo).port;
  }

  async open(options: Partial<HostProxyOptions> = {}): Promise<HostProxy> {
    const proxy = await openHostProxy({
      socket: this.socket,
      hosts: [],
      resolve: async (name) => {
        throw new Error(`nobody knows ${name}`);
      },
      ...options,
    });
    this.#ends.push(async () => await proxy.close());
    return proxy;
  }

  connect(): Socket {
    return connect({ path: this.socket, allowHalfOpen: true });
  }

  /** What the proxy answers to some bytes, until it closes the connection or has said `until`. */
  async say(bytes: string, until?: string): Promise<string> {
    const socket = this.connect();
    socket.write(bytes, "latin1");
    let answer = "";
    for await (const chunk of socket.setEncoding("latin1")) {
      answer += String(chunk);
      if (until !== undefined && answer.includes(until)) break;
    }
    socket.destroy();
    return answer;
  }

  async get(url: string, host: string = new URL(url).host): Promise<string> {
    return await this.say(`GET ${url} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  }

  async connectTo(authority: string): Promise<string> {
    return await this.say(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`, "\r\n\r\n");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const end of this.#ends.reverse()) await end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The first line of an answer, and its body. */
export function outcome(answer: string): { readonly status: string; readonly body: string } {
  const [head = "", body = ""] = answer.split(/\r\n\r\n(.*)/s);
  return { status: head.split("\r\n")[0] ?? "", body };
}
