import { readFileSync, readdirSync } from "node:fs";
import { connect, createServer } from "node:net";
import type { Server, Socket } from "node:net";
import { join } from "node:path";
import { joinSockets } from "./join-sockets.ts";
import { listeningPorts } from "./listening-ports.ts";

export interface NetworkOptions {
  readonly folder: string;
  readonly published: string;
  readonly proxyPort: number;
}

const watchMs = 200;
const maxAnswerChars = 8_192;

/** The loopback of a jail: ways out through the proxy, and ways in to the servers of the commands. */
export class Network {
  readonly #options: NetworkOptions;
  readonly #onPorts: (ports: readonly number[]) => void;
  readonly #tunnels = new Map<string, Server>();
  #timer: NodeJS.Timeout | undefined;
  #ports: readonly number[] = [];

  constructor(options: NetworkOptions, onPorts: (ports: readonly number[]) => void) {
    this.#options = options;
    this.#onPorts = onPorts;
  }

  /** Makes the way to the proxy, before the first command can take its port. */
  async open(): Promise<void> {
    const server = createServer({ allowHalfOpen: true }, (socket) => joinSockets(socket, this.#proxy()));
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(this.#options.proxyPort, "127.0.0.1", resolve);
    });
  }

  /** Looks for servers from now on, while anything runs. */
  watch(): void {
    this.#timer ??= setInterval(() => this.#look(), watchMs);
  }

  /** What is at the port of each of these hosts is reached at the same port here. */
  tunnel(hosts: readonly string[]): void {
    for (const [host, server] of this.#tunnels) {
      if (hosts.includes(host)) continue;
      server.close();
      this.#tunnels.delete(host);
    }
    for (const host of hosts) {
      if (this.#tunnels.has(host)) continue;
      const server = createServer({ allowHalfOpen: true }, (socket) => this.#tunnelTo(host, socket));
      // A server of the commands has the port: it comes first.
      server.on("error", () => this.#tunnels.delete(host));
      server.listen(portOf(host), "127.0.0.1");
      this.#tunnels.set(host, server);
    }
  }

  /** Connects who waits outside with a server here. */
  connect(id: number, port: number): void {
    const { folder, published } = this.#options;
    const outer = connect({ path: join(folder, published), allowHalfOpen: true });
    outer.write(`${id}\n`);
    // Some servers listen on one of the two alone.
    const host = this.#listening().find((each) => each.port === port)?.host ?? "127.0.0.1";
    joinSockets(outer, connect({ host, port, allowHalfOpen: true }));
  }

  #proxy(): Socket {
    return connect({ path: join(this.#options.folder, "net", "proxy"), allowHalfOpen: true });
  }

  #tunnelTo(host: string, socket: Socket): void {
    const proxy = this.#proxy();
    let answer = "";
    const give = (): void => void [socket, proxy].map((each) => each.destroy());
    socket.on("error", give);
    proxy.on("error", give).on("data", function onData(chunk: Buffer) {
      answer += chunk.toString("latin1");
      const end = answer.indexOf("\r\n\r\n");
      if (end === -1 && answer.length < maxAnswerChars) return;
      if (end === -1 || !/^HTTP\/1\.[01] 200 /.test(answer)) {
        give();
        return;
      }
      proxy.off("data", onData).pause();
      proxy.unshift(Buffer.from(answer.slice(end + 4), "latin1"));
      joinSockets(socket, proxy);
    });
    proxy.write(`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  }

  #look(): void {
    const ports = [...new Set(this.#listening().map(({ port }) => port))].sort((one, other) => one - other);
    if (ports.join() !== this.#ports.join()) {
      this.#ports = ports;
      this.#onPorts(ports);
    }
    if (ports.length === 0 && !isAnythingRunning()) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  /** What commands listen on. */
  #listening(): readonly { readonly host: string; readonly port: number }[] {
    const own = new Set([this.#options.proxyPort, ...[...this.#tunnels.keys()].map(portOf)]);
    return ["/proc/net/tcp", "/proc/net/tcp6"]
      .flatMap((file) => listeningPorts(readIfThere(file)))
      .filter(({ port }) => !own.has(port));
  }
}

/** Whether there is a process beside this one, the first of the jail, and those between them. */
function isAnythingRunning(): boolean {
  const own = new Set([1, process.pid, process.ppid]);
  return readdirSync("/proc").some((name) => /^\d+$/.test(name) && !own.has(Number(name)));
}

function portOf(host: string): number {
  return Number(host.slice(host.lastIndexOf(":") + 1));
}

/** Without IPv6 there is no list of it. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}
