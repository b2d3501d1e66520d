import type { InboundMessage, InboundPress, PlatformHealth, PlatformHost } from "../platforms/platform.ts";

/** A host that keeps what it is given, for tests of adapters. */
export interface RecordingHost extends PlatformHost {
  readonly messages: readonly InboundMessage[];
  readonly presses: readonly InboundPress[];
  readonly states: readonly PlatformHealth[];
  /** How many of the next messages are refused, as by a store that is full. */
  refuse(count: number): void;
  /** Resolves once it holds; asked again whenever something comes in. */
  until(holds: (host: RecordingHost) => boolean): Promise<void>;
}

export interface RecordingHostOptions {
  readonly now?: (() => number) | undefined;
  readonly route?: PlatformHost["route"];
  readonly deliver?: PlatformHost["deliver"];
  /** The adapter's state, to go on with. */
  readonly memory?: Map<string, string> | undefined;
}

export function createRecordingHost({
  now = Date.now,
  route,
  deliver,
  memory = new Map(),
}: RecordingHostOptions = {}): RecordingHost {
  const messages: InboundMessage[] = [];
  const presses: InboundPress[] = [];
  const states: PlatformHealth[] = [];
  const watchers = new Set<() => void>();
  let refusals = 0;
  const changed = (): void => {
    for (const watcher of watchers) watcher();
  };
  const host: RecordingHost = {
    messages,
    presses,
    states,
    async message(message) {
      if (refusals > 0) {
        refusals -= 1;
        throw new Error("the store is full");
      }
      messages.push(message);
      changed();
    },
    async press(press) {
      presses.push(press);
      changed();
    },
    health(health) {
      states.push(health);
      changed();
    },
    memory: {
      read: async (key) => memory.get(key),
      write: async (key, text) => void memory.set(key, text),
    },
    ...(route === undefined ? {} : { route }),
    ...(deliver === undefined ? {} : { deliver }),
    fetch: globalThis.fetch,
    now,
    log: () => undefined,
    refuse: (count) => {
      refusals = count;
    },
    until: (holds) =>
      new Promise((resolve) => {
        const watcher = (): void => {
          if (!holds(host)) return;
          watchers.delete(watcher);
          resolve();
        };
        watchers.add(watcher);
        watcher();
      }),
  };
  return host;
}
