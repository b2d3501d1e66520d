import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import type { Environment } from "@hermes/registry";
import type { LocalWall, WallNetwork } from "./local/local-wall.ts";

/** Port of the jail's loopback that leads to the proxy: the same for all jails of a task, as shells remember it. */
export const proxyPort = 17_129;

/** Where the proxy is reached; not there for commands that reach nobody. */
export function networkFolder(folder: string): string {
  return join(folder, "net");
}

/** The way of one task to the network, and which hosts its running commands were given. */
export class TaskNetwork {
  readonly #network: WallNetwork;
  readonly #given = new Map<object, readonly string[]>();

  #closed: readonly string[] = [];

  constructor(network: WallNetwork) {
    this.#network = network;
  }

  /** Undefined where the wall leaves the network alone. */
  static async open(
    wall: LocalWall,
    { taskId, folder }: { readonly taskId: string; readonly folder: string },
  ): Promise<TaskNetwork | undefined> {
    if (wall.openNetwork === undefined) return undefined;
    const place = networkFolder(folder);
    mkdirSync(place, { recursive: true, mode: 0o700 });
    return new TaskNetwork(await wall.openNetwork({ taskId, socket: join(place, "proxy") }));
  }

  /** Of this machine's loopback, for jails that share it. */
  get port(): number | undefined {
    return this.#network.port;
  }

  /** @param env Variables that commands have otherwise. */
  environment(env: Environment, port: number = this.port ?? proxyPort): Readonly<Record<string, string>> {
    return this.#network.environment(port, env);
  }

  accept(connection: Duplex): void {
    this.#network.accept(connection);
  }

  /**
   * Opens hosts for as long as a command runs.
   *
   * @param closed What rules say now.
   * @returns The way to close them.
   */
  give(hosts: readonly string[], closed: readonly string[]): () => void {
    const command = {};
    this.#given.set(command, hosts);
    this.#closed = closed;
    this.#network.allow(this.#open(), closed);
    return () => {
      if (this.#given.delete(command) && hosts.length > 0) this.#network.allow(this.#open(), this.#closed);
    };
  }

  /** Servers of the person that are open now, `host:port`. */
  local(): readonly string[] {
    return this.#open().filter((host) => /^(localhost|127\.0\.0\.1|\[::1\]):[1-9]\d{0,4}$/.test(host));
  }

  /** Says which hosts were refused, and what to do; once. */
  takeNotices(): readonly string[] {
    const refused = this.#network.takeRefused();
    if (refused.length === 0) return [];
    return [
      `The wall is closed to ${refused.join(", ")}. Where it has to be reached, call again with hosts: ${JSON.stringify(refused)} and why; the person is asked.`,
    ];
  }

  async close(): Promise<void> {
    await this.#network.close();
  }

  #open(): readonly string[] {
    return [...new Set([...this.#given.values()].flat())];
  }
}
