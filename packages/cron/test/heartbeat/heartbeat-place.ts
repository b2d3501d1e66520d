import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHeartbeats } from "../../src/index.ts";
import type {
  AskedHeartbeat,
  HeartbeatChat,
  HeartbeatRequest,
  Heartbeats,
  HeartbeatsOptions,
} from "../../src/index.ts";

const minute = 60_000;

/** Chats with real files, a clock of the test, and a gateway that keeps what it is told. */
export interface HeartbeatPlace {
  readonly folder: string;
  readonly chats: readonly HeartbeatChat[];
  /** All that was kept, each once. */
  readonly said: readonly HeartbeatRequest[];
  /** What becomes of what is said. @default done */
  fate: "waiting" | "done" | "failed" | "put-off";
  answer: "kept" | "merged" | "unserved" | "no-chat";
  readonly ended: Map<string, readonly string[]>;
  /** How often something was written down. */
  readonly writes: number;
  now: number;
  heartbeats: Heartbeats;
  write(text: string, chat?: number): void;
  ask(text: string, chat?: number): void;
  /** Lets time pass, with a tick each minute. */
  pass(minutes: number): Promise<void>;
  /** Another process goes on. */
  restart(): void;
  /** The next time something is to be kept, or was just kept, the process dies. */
  dieAt(when: "before" | "behind" | undefined): void;
}

export function heartbeatPlace({
  chats: count = 1,
  ...options
}: Partial<HeartbeatsOptions> & { readonly chats?: number } = {}): HeartbeatPlace {
  const folder = mkdtempSync(join(tmpdir(), "hermes-heartbeat-"));
  const chats = Array.from({ length: count }, (_, index) => ({
    ...{ key: `chat ${index}`, files: [join(folder, `${index}.md`)], folder },
  }));
  const said = new Map<string, HeartbeatRequest>();
  const memory = new Map<string, string>();
  const asked = new Map<number, AskedHeartbeat>();
  let [dies, writes, asks, touched]: ["before" | "behind" | undefined, number, number, number] = [
    undefined,
    0,
    0,
    1,
  ];

  const place: HeartbeatPlace = {
    ...{ folder, chats, fate: "done", answer: "kept", ended: new Map(), now: Date.UTC(2027, 0, 4, 12) },
    get said() {
      return [...said.values()];
    },
    get writes() {
      return writes;
    },
    heartbeats: undefined as never, // Made below.
    write(text, chat = 0) {
      const path = join(folder, `${chat}.md`);
      writeFileSync(path, text);
      utimesSync(path, touched, touched++);
    },
    ask(text, chat = 0) {
      asked.set(++asks, { id: asks, chat: `chat ${chat}`, text });
    },
    async pass(minutes) {
      for (let passed = 0; passed < minutes; passed++) {
        place.now += minute;
        await place.heartbeats.tick();
      }
    },
    restart() {
      place.heartbeats = createHeartbeats({
        ...{ everyMs: 30 * minute, timeZone: "UTC", token: "HEARTBEAT_OK", now: () => place.now },
        ...options,
        ports: {
          chats: async () => chats,
          read: async (path) => ({ text: await readFile(path, "utf8"), provenance: [] }),
          ended: async (chat) => place.ended.get(chat) ?? [],
          async wake(request) {
            const name = `${request.chat}\n${request.key}`;
            if (dies === "before") throw died();
            if (place.answer === "kept" && !said.has(name)) said.set(name, request);
            if (dies === "behind") throw died();
            return place.answer;
          },
          woken: async ({ chat, key }) => (said.has(`${chat}\n${key}`) ? place.fate : undefined),
          asked: {
            pending: async () => [...asked.values()],
            settle: async (ids) => ids.forEach((id) => asked.delete(id)),
          },
          memory: {
            read: async (key) => memory.get(key),
            async write(key, text) {
              if (isDead) throw died();
              writes += 1;
              memory.set(key, text);
            },
          },
        },
      });
      isDead = false;
    },
    dieAt(when) {
      dies = when;
    },
  };
  let isDead = false;
  const died = (): Error => {
    isDead = true;
    return new Error("The process died.");
  };
  place.restart();
  return place;
}

export function removePlace({ folder }: HeartbeatPlace): void {
  rmSync(folder, { recursive: true, force: true });
}
