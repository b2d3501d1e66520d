import { readFile } from "node:fs/promises";
import { createHeartbeats } from "@hermes/cron";
import type { HeartbeatPorts, Heartbeats, HeartbeatWords } from "@hermes/cron";
import { nothingToSay } from "@hermes/gateway";
import type { Gateway, Log } from "@hermes/gateway";
import type { Runtime } from "@hermes/runtime";
import { hasTier } from "../chat-access.ts";
import type { GatewayHome } from "../gateway-home.ts";
import { heartbeatChats, homeHeartbeatFile } from "./heartbeat-chats.ts";

export interface OpenHeartbeatsOptions {
  readonly runtime: Pick<Runtime, "authorsOf" | "cron" | "store">;
  readonly home: GatewayHome;
  readonly gateway: Pick<Gateway, "wake" | "woken">;
  readonly log: Log;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** Notices of work that somebody waits for. */
const sources: ReadonlySet<string> = new Set(["process", "child"]);

/** The heartbeats of a home. Nothing happens before `start`. */
export async function openHeartbeats(options: OpenHeartbeatsOptions): Promise<Heartbeats> {
  const { runtime, home, log, now } = options;
  const { heartbeat } = home.loaded.settings;
  const [{ timeZone, store: cron }, state] = await Promise.all([runtime.cron(), runtime.store()]);
  const { store } = home;
  const named = (key: string): string => `heartbeat:${key}`;
  const ports: HeartbeatPorts = {
    chats: async () =>
      (await heartbeatChats(home)).map(({ chat, files, folder }) => ({ key: chat.key, files, folder })),
    read: async (path) => await readWords(path, options),
    async ended(key) {
      const sessionId = (await store.chats.get(key))?.sessionId;
      if (sessionId === undefined) return [];
      return state.journal.notices
        .waiting(sessionId)
        .flatMap(({ id, source }) => (sources.has(source) ? [id] : []));
    },
    async wake({ chat: key, ...request }) {
      const chat = await store.chats.get(key);
      // Whoever may not speak any more has no heartbeat either.
      if (chat === undefined || !(await hasTier(chat, home))) return "no-chat";
      return await options.gateway.wake({ chat: key, ...request });
    },
    woken: async ({ chat, key }) => await options.gateway.woken({ chat, key }),
    asked: store.wakes,
    memory: {
      read: async (key) => await cron.memory.read(named(key)),
      write: async (key, text) => await cron.memory.write(named(key), text),
    },
  };
  return createHeartbeats({
    ...{ ports, timeZone, log, now, token: nothingToSay, quietHours: heartbeat.quiet_hours },
    everyMs: heartbeat.enabled ? heartbeat.every * 60_000 : undefined,
  });
}

/** What the agent wrote into the file of the home is no order of the person's; in that of a chat it is a note to itself. */
async function readWords(
  path: string,
  { runtime, home, log }: Pick<OpenHeartbeatsOptions, "runtime" | "home" | "log">,
): Promise<HeartbeatWords | undefined> {
  try {
    const { byAgent, provenance } = await runtime.authorsOf(path);
    if (!byAgent || path !== homeHeartbeatFile(home))
      return { text: await readFile(path, "utf8"), provenance };
    const problem = `The agent wrote ${path}: it does not count until you have changed and saved it yourself.`;
    return { text: "", provenance: [], problem };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    log("warn", "A heartbeat file could not be read.", { path, error: String(error) });
    return { text: "", provenance: [], problem: `${path} could not be read.` };
  }
}
