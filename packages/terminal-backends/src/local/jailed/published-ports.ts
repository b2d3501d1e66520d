import { createServer } from "node:net";
import type { Server, Socket } from "node:net";
import { joinSockets } from "../supervisor/join-sockets.ts";

export interface PublishedPortsOptions {
  /** Path of the socket that the jail connects to, once for each connection. */
  readonly socket: string;
  /** Asks the jail to connect a server of its own there, and to say the id. */
  readonly connect: (id: number, port: number) => void;
}

const minPort = 1_024;
const maxServers = 16;
const maxWaiting = 256;
const waitMs = 10_000;
const maxIdChars = 20;

/**
 * Servers in a jail at the same ports of this machine's loopback, where these are free.
 *
 * Commands in the jail may say what they like here, and take connections for each other: they get nothing but the
 * connections to ports that they could have listened on.
 */
export class PublishedPorts {
  readonly #options: PublishedPortsOptions;
  readonly #servers = new Map<number, Server>();
  readonly #waiting = new Map<number, Socket>();
  readonly #open = new Set<Socket>();
  #fromJail: Server | undefined;
  #connections = 0;

  constructor(options: PublishedPortsOptions) {
    this.#options = options;
  }

  /** Replaces the list of ports. */
  publish(ports: readonly number[]): void {
    const wanted = new Set(ports.filter((port) => port >= minPort).slice(0, maxServers));
    for (const [port, server] of this.#servers) {
      if (wanted.has(port)) continue;
      server.close();
      this.#servers.delete(port);
    }
    if (wanted.size > 0) this.#fromJail ??= this.#listenToJail();
    for (const port of wanted) if (!this.#servers.has(port)) this.#listen(port);
  }

  close(): void {
    this.publish([]);
    this.#fromJail?.close();
    for (const socket of this.#open) socket.destroy();
  }

  #listen(port: number): void {
    const server = createServer({ allowHalfOpen: true }, (socket) => this.#accept(socket, port));
    this.#servers.set(port, server);
    // Somebody else's: it stays theirs, and the server in the jail is reached from within alone.
    server.on("error", () => undefined);
    server.listen(port, "127.0.0.1").unref();
  }

  #accept(socket: Socket, port: number): void {
    this.#keep(socket);
    if (this.#waiting.size >= maxWaiting) {
      socket.destroy();
      return;
    }
    const id = ++this.#connections;
    this.#waiting.set(id, socket);
    socket.setTimeout(waitMs, () => socket.destroy());
    socket.once("close", () => this.#waiting.delete(id));
    this.#options.connect(id, port);
  }

  #listenToJail(): Server {
    const server = createServer({ allowHalfOpen: true }, (socket) => this.#join(socket));
    server.on("error", () => undefined);
    server.maxConnections = 2 * maxWaiting;
    return server.listen(this.#options.socket).unref();
  }

  #join(inner: Socket): void {
    this.#keep(inner);
    inner.setTimeout(waitMs, () => inner.destroy());
    let head = Buffer.alloc(0);
    const onData = (chunk: Buffer): void => {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf("\n");
      if (end === -1 && head.length <= maxIdChars) return;
      inner.off("data", onData).pause();
      const id = Number(head.subarray(0, Math.max(end, 0)).toString("latin1") || Number.NaN);
      const outer = this.#waiting.get(id);
      if (outer === undefined) {
        inner.destroy();
        return;
      }
      this.#waiting.delete(id);
      inner.unshift(head.subarray(end + 1));
      joinSockets(outer, inner);
    };
    inner.on("data", onData);
  }

  #keep(socket: Socket): void {
    this.#open.add(socket);
    socket.unref();
    socket.on("error", () => socket.destroy());
    socket.once("close", () => this.#open.delete(socket));
  }
}
