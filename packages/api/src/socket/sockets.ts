import type { IncomingMessage } from "node:http";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { WebSocketServer } from "ws";
import { errorResponse, tellable } from "../errors/error-response.ts";
import { refused } from "../errors/refusal.ts";
import type { Caller } from "../trust/caller.ts";
import { SocketConnection } from "./socket-connection.ts";
import type { SocketsOptions } from "./sockets-options.ts";

/** What a client names as its protocol; a browser, which can send no header, puts its token beside it. */
const protocol = "hermes.v1";
const bearerPrefix = "hermes.bearer.";

/** The WebSockets of the server. */
export class Sockets {
  readonly #options: SocketsOptions;
  readonly #open = new Set<SocketConnection>();
  #server: Promise<WebSocketServer> | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: SocketsOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#open.size;
  }

  async upgrade(request: IncomingMessage, socket: Duplex, head: Uint8Array): Promise<void> {
    socket.on("error", () => socket.destroy());
    try {
      const caller = this.#admit(request);
      const leave = this.#options.streams.enter();
      socket.once("close", leave);
      const server = await this.#load();
      if (socket.destroyed) return;
      // Whoever hands over the rest of what was read has it as Node gives it.
      server.handleUpgrade(request, socket, Buffer.from(head), (ws) => {
        const connection = new SocketConnection(ws, caller, this.#options);
        this.#open.add(connection);
        ws.once("close", () => this.#open.delete(connection));
        this.#beat();
      });
    } catch (error) {
      const refusal = tellable(error, this.#options.onError);
      this.#options.metrics.countRefusal(refusal.code);
      const response = errorResponse(refusal, "/ws");
      const body = await response.text();
      socket.end(
        `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ""}\r\nConnection: close\r\nContent-Type: application/json\r\nX-Content-Type-Options: nosniff\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#heartbeat);
    await Promise.all([...this.#open].map(async (connection) => await connection.close()));
  }

  #admit(request: IncomingMessage): Caller {
    if (this.#isClosed) throw refused("API_CLOSED", "The server stops.");
    const headers = new Headers();
    for (const name of ["host", "origin", "authorization", "cookie"] as const) {
      const value = request.headers[name];
      if (value !== undefined) headers.set(name, value);
    }
    // Whoever has a connection can change something: with a cookie it has to say where it comes from.
    const asked = { method: "POST", headers, bearer: bearerOf(request) };
    this.#options.gate.checkPlace(asked);
    if (request.url?.split("?")[0] !== "/ws") throw refused("API_NO_ROUTE", "There is no WebSocket here.");
    return this.#options.gate.admit(asked, { remoteAddress: request.socket.remoteAddress });
  }

  async #load(): Promise<WebSocketServer> {
    this.#server ??= import("ws").then(
      ({ WebSocketServer }) =>
        new WebSocketServer({
          noServer: true,
          clientTracking: false,
          maxPayload: this.#options.maxBytes,
          perMessageDeflate: false,
          handleProtocols: (offered) => (offered.has(protocol) ? protocol : false),
        }),
    );
    return await this.#server;
  }

  /** One timer for all of them. */
  #beat(): void {
    if (this.#heartbeat !== undefined || this.#options.heartbeatMs === 0) return;
    this.#heartbeat = setInterval(() => {
      for (const connection of this.#open) connection.beat();
    }, this.#options.heartbeatMs);
    this.#heartbeat.unref();
  }
}

function bearerOf({ headers }: IncomingMessage): string | undefined {
  const offered = headers["sec-websocket-protocol"]?.split(",").map((each) => each.trim()) ?? [];
  return offered.find((each) => each.startsWith(bearerPrefix))?.slice(bearerPrefix.length);
}
