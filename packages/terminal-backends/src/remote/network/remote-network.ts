import type { CallWall } from "@hermes/registry";
import type { ListedNetwork, OpenNetwork } from "../../local/local-wall.ts";
import { TaskNetwork } from "../../task-network.ts";
import type { ShellTransport } from "../shell-transport.ts";
import { openRelay } from "./open-relay.ts";
import type { Relay } from "./open-relay.ts";

/** The way of one command to the network. */
export interface CommandNetwork {
  /** Variables that the command gets. */
  readonly environment: Readonly<Record<string, string>>;
  /** Closes what was opened for this command alone. */
  close(): void;
}

interface TaskWay {
  readonly network: Promise<TaskNetwork>;
  /** Its last one is made anew when it was ended. */
  relay: Promise<Relay> | undefined;
}

/** A network by list for the tasks of a place that has no other: a relay there for each task, and its proxy here. */
export class RemoteNetwork {
  readonly #listedNetwork: ListedNetwork;
  readonly #tasks = new Map<string, TaskWay>();

  constructor(listedNetwork: ListedNetwork) {
    this.#listedNetwork = listedNetwork;
  }

  /** @returns Undefined where there is no such network. @throws What `openRelay` throws. */
  async enter(
    transport: ShellTransport,
    taskId: string,
    { hosts = [], closedHosts = [] }: Pick<CallWall, "hosts" | "closedHosts"> = {},
  ): Promise<CommandNetwork | undefined> {
    const openNetwork = await this.#listedNetwork();
    if (openNetwork === undefined) return undefined;
    const way = this.#way(taskId, openNetwork);
    const [network, relay] = await Promise.all([way.network, this.#relay(way, transport)]);
    return { environment: network.environment({}, relay.port), close: network.give(hosts, closedHosts) };
  }

  /** What whoever reads the output of a command must know. */
  async takeNotices(taskId: string): Promise<readonly string[]> {
    return (await this.#tasks.get(taskId)?.network)?.takeNotices() ?? [];
  }

  async release(taskId: string): Promise<void> {
    const way = this.#tasks.get(taskId);
    this.#tasks.delete(taskId);
    if (way === undefined) return;
    const [network, relay] = await Promise.allSettled([way.network, way.relay]);
    if (relay.status === "fulfilled") await relay.value?.close();
    if (network.status === "fulfilled") await network.value.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#tasks.keys()].map((taskId) => this.release(taskId)));
  }

  #way(taskId: string, openNetwork: OpenNetwork): TaskWay {
    const known = this.#tasks.get(taskId);
    if (known !== undefined) return known;
    const way = { network: this.#network(taskId, openNetwork), relay: undefined };
    this.#tasks.set(taskId, way);
    return way;
  }

  async #network(taskId: string, openNetwork: OpenNetwork): Promise<TaskNetwork> {
    try {
      return new TaskNetwork(await openNetwork({ taskId }));
    } catch (error) {
      this.#tasks.delete(taskId);
      throw error;
    }
  }

  #relay(way: TaskWay, transport: ShellTransport): Promise<Relay> {
    const before = way.relay;
    // One after another: two that start at once would want the same port.
    way.relay = (async () => {
      const known = await before?.catch(() => undefined);
      if (known?.isOver === false) return known;
      const network = await way.network;
      // Commands that still run know the port of the one before.
      const port = known?.port ?? 0;
      return await openRelay({ transport, port, accept: (each) => network.accept(each) });
    })();
    return way.relay;
  }
}
