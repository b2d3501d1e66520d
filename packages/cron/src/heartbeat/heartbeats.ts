import { createHash } from "node:crypto";
import { findTriggers } from "./find-triggers.ts";
import type { HeartbeatTrigger } from "./find-triggers.ts";
import { parseHeartbeatMemory } from "./heartbeat-memory.ts";
import type { HeartbeatMemory, HeartbeatSeen } from "./heartbeat-memory.ts";
import type { AskedHeartbeat, HeartbeatChat, HeartbeatPorts } from "./heartbeat-ports.ts";
import { describeTrigger, heartbeatText } from "./heartbeat-text.ts";
import { isQuietAt } from "./quiet-hours.ts";
import { HeartbeatFiles } from "./read-files.ts";
import type { ReadFiles } from "./read-files.ts";

export interface HeartbeatsOptions {
  readonly ports: HeartbeatPorts;
  /** From one look at a chat to the next, in milliseconds. Undefined: nobody looks, and what somebody asks for happens alone. */
  readonly everyMs: number | undefined;
  /** Of tasks and quiet hours, as IANA names it. */
  readonly timeZone: string;
  /** Such as `22:00-07:00`: nobody looks then. @default none */
  readonly quietHours?: string | undefined;
  /** What a model answers where nothing needs the person. */
  readonly token: string;
  readonly log?:
    | ((level: "info" | "warn" | "error", text: string, facts?: Readonly<Record<string, unknown>>) => void)
    | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** How it is with the heartbeat of a chat. Times are milliseconds since 1970. */
export interface HeartbeatStatus {
  /** Key of the chat. */
  readonly chat: string;
  /** Its files that are there. */
  readonly paths: readonly string[];
  readonly lookedAt?: number | undefined;
  /** Undefined: nobody looks. */
  readonly nextLookAt?: number | undefined;
  /** The last heartbeat, and what it was for. */
  readonly lastAt?: number | undefined;
  readonly lastWhy?: readonly string[] | undefined;
  /** Why a file does not count. */
  readonly problem?: string | undefined;
}

/** Looks at chats every now and then, without a model; asks the model of a chat where there is something for it. */
export interface Heartbeats extends AsyncDisposable {
  /** From now on. */
  start(): void;
  /** All that is due now: what somebody asked for, and looks whose time has come. Of calls at one time the second waits for the first. */
  tick(): Promise<void>;
  /** Of chats with a file, as of their last looks. */
  status(): readonly HeartbeatStatus[];
  /** Ends it, after the look under way. */
  close(): Promise<void>;
}

const tickMs = 2_000;
const scanMs = 30_000;
/** After that a message is not remembered any more by whoever was asked to keep it. */
const forgottenMs = 6 * 86_400_000;
/** Who could not be woken is not tried again before. */
const againMs = 60_000;
const mostDoublings = 4;

/** Heartbeats of chats. Nothing happens before `start` or `tick`. */
export function createHeartbeats(options: HeartbeatsOptions): Heartbeats {
  return new ChatHeartbeats(options);
}

interface Looked {
  /** Of the interval, by which its looks are later than those of others. */
  readonly share: number;
  /** The time at which the look was to be. */
  slot: number;
  notBefore: number;
  status?: HeartbeatStatus | undefined;
}

class ChatHeartbeats implements Heartbeats {
  readonly #options: HeartbeatsOptions;
  readonly #files: HeartbeatFiles;
  readonly #now: () => number;
  #looked = new Map<string, Looked>();
  #scannedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #ticking: Promise<void> = Promise.resolve();
  #isTicking = false;

  constructor(options: HeartbeatsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#files = new HeartbeatFiles(options.ports.read, options.timeZone);
  }

  start(): void {
    this.#timer ??= setInterval(() => {
      // A tick that takes longer is not waited for.
      if (!this.#isTicking) this.tick().catch((error: unknown) => this.#failed(error));
    }, tickMs).unref();
  }

  async tick(): Promise<void> {
    const ticked = this.#ticking.then(async () => {
      this.#isTicking = true;
      try {
        await this.#tick();
      } finally {
        this.#isTicking = false;
      }
    });
    this.#ticking = ticked.catch(() => undefined);
    await ticked;
  }

  status(): readonly HeartbeatStatus[] {
    return [...this.#looked.values()].flatMap(({ status }) =>
      status === undefined || status.paths.length === 0 ? [] : [status],
    );
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#ticking;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #tick(): Promise<void> {
    const { ports } = this.#options;
    const asked = await ports.asked.pending();
    const isScan = Math.abs(this.#now() - this.#scannedAt) >= scanMs;
    if (!isScan && asked.length === 0) return;
    this.#scannedAt = this.#now();
    const chats = await ports.chats();
    const keys = new Set(chats.map(({ key }) => key));
    this.#files.keep(keys);
    this.#looked = new Map([...this.#looked].filter(([key]) => keys.has(key)));
    const mayLook = this.#mayLook();
    for (const chat of chats) {
      const ofChat = asked.filter((each) => each.chat === chat.key);
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after another, so that all of them are no burst
        await this.#lookIfDue(chat, ofChat, mayLook);
      } catch (error) {
        this.#failed(error, chat.key);
      }
    }
    const lost = asked.filter((each) => !keys.has(each.chat)).map(({ id }) => id);
    await ports.asked.settle(lost);
  }

  async #lookIfDue(chat: HeartbeatChat, asked: readonly AskedHeartbeat[], mayLook: boolean): Promise<void> {
    const now = this.#now();
    const before = this.#looked.get(chat.key);
    const share = before?.share ?? shareOf(chat.key);
    const slot = this.#slotOf(share, now);
    const looked = before ?? { share, slot, notBefore: 0 };
    this.#looked.set(chat.key, looked);
    const isDue = mayLook && slot !== looked.slot;
    if ((!isDue && asked.length === 0) || Math.abs(looked.notBefore - now) < againMs) return;
    if (isDue) looked.slot = slot;
    const { memory, status } = await this.#look(chat, { asked, mayLook, now, slot });
    const { everyMs } = this.#options;
    looked.status = {
      ...{ chat: chat.key, paths: status.paths, problem: status.problem, lookedAt: now },
      nextLookAt: everyMs === undefined ? undefined : slot + everyMs,
      ...{ lastAt: memory.last?.at, lastWhy: memory.last?.why },
    };
  }

  /** The last time at which the chat was to be looked at: chats have theirs spread over the interval. */
  #slotOf(share: number, now: number): number {
    const { everyMs } = this.#options;
    if (everyMs === undefined) return 0;
    const offset = Math.floor(share * everyMs);
    return Math.floor((now - offset) / everyMs) * everyMs + offset;
  }

  #mayLook(): boolean {
    const { everyMs, quietHours, timeZone } = this.#options;
    if (everyMs === undefined) return false;
    return quietHours === undefined || !isQuietAt(quietHours, { timeZone, now: this.#now() });
  }

  async #look(
    chat: HeartbeatChat,
    { asked: all, mayLook, now, slot }: LookOptions,
  ): Promise<{ readonly memory: HeartbeatMemory; readonly status: ReadFiles }> {
    const { ports, timeZone } = this.#options;
    const files = await this.#files.of(chat);
    const { memory, settled } = await this.#settled(chat.key, now);
    const asked = all.filter(({ id }) => !settled.includes(id));
    const wants = memory.last?.open === undefined && (asked.length > 0 || !this.#rests(memory, now));
    if (!wants) return { memory, status: files };
    const { file } = files;
    const found = mayLook
      ? findTriggers(memory.seen, {
          ...{ file, timeZone, now, lookAt: slot },
          digests: await this.#files.digests(file, chat.folder),
          ended: await ports.ended(chat.key),
        })
      : { triggers: [], seen: memory.seen };
    const triggers = [...found.triggers, ...asked.map(({ text }) => ({ type: "asked", text }) as const)];
    if (triggers.length === 0) {
      const next = { ...memory, seen: found.seen };
      if (!isSame(memory.seen, found.seen)) await this.#write(chat.key, next);
      return { memory: next, status: files };
    }
    const ids = asked.map(({ id }) => id);
    return {
      memory: await this.#beat(chat.key, { memory, triggers, seen: found.seen, ids, files, now }),
      status: files,
    };
  }

  /** Written down first, with what was seen before: whatever dies, the next look finds out whether it was kept. */
  async #beat(chat: string, { memory, triggers, seen, ids, files, now }: Beat): Promise<HeartbeatMemory> {
    const { ports, token } = this.#options;
    const why = triggers.map(describeTrigger);
    const key = `${now}-${createHash("sha256")
      .update(JSON.stringify([memory.last?.key, why, ids]))
      .digest("hex")
      .slice(0, 8)}`;
    const begun: HeartbeatMemory = {
      ...{ seen, failures: memory.failures },
      last: { key, at: now, why, open: { before: memory.seen, asked: ids } },
    };
    await this.#write(chat, begun);
    const text = heartbeatText(triggers, files.file, token);
    const outcome = await ports.wake({ chat, key, text, provenance: files.provenance });
    if (outcome === "kept") {
      this.#options.log?.("info", "A heartbeat.", { chat, why });
      return begun;
    }
    await this.#write(chat, memory);
    const looked = this.#looked.get(chat);
    if (looked !== undefined) Object.assign(looked, { slot: Number.NaN, notBefore: now });
    if (outcome === "no-chat") await ports.asked.settle(ids);
    return memory;
  }

  /** What is remembered, once it is known what became of the last heartbeat. */
  async #settled(
    chat: string,
    now: number,
  ): Promise<{ readonly memory: HeartbeatMemory; readonly settled: readonly number[] }> {
    const { ports } = this.#options;
    const memory = parseHeartbeatMemory(await ports.memory.read(chat));
    const { last } = memory;
    if (last?.open === undefined) return { memory, settled: [] };
    const { key, at, why, open } = last;
    const state = await ports.woken({ chat, key });
    if (state === "waiting") return { memory, settled: [] };
    const wasSaid = state !== "put-off" && (state !== undefined || now - at > forgottenMs);
    // Nobody has asked for it twice.
    if (wasSaid) await ports.asked.settle(open.asked);
    const next: HeartbeatMemory = {
      seen: wasSaid ? memory.seen : open.before,
      last: { key, at, why },
      failures: state === "failed" ? memory.failures + 1 : state === "done" ? 0 : memory.failures,
    };
    await this.#write(chat, next);
    return { memory: next, settled: wasSaid ? open.asked : [] };
  }

  /** After failures it is looked less and less often. */
  #rests({ failures, last }: HeartbeatMemory, now: number): boolean {
    const { everyMs = 0 } = this.#options;
    if (failures === 0 || last === undefined) return false;
    return Math.abs(now - last.at) < everyMs * 2 ** Math.min(failures, mostDoublings) - scanMs;
  }

  async #write(chat: string, memory: HeartbeatMemory): Promise<void> {
    await this.#options.ports.memory.write(chat, JSON.stringify(memory));
  }

  #failed(error: unknown, chat?: string): void {
    this.#options.log?.("error", "A look for heartbeats failed.", { chat, error: String(error) });
  }
}

/** From 0 to 1; always the same for a key. */
function shareOf(key: string): number {
  return createHash("sha256").update(key).digest().readUInt32BE(0) / 2 ** 32;
}

interface LookOptions {
  readonly asked: readonly AskedHeartbeat[];
  /** Whether it is looked at, and not only done what somebody asked for. */
  readonly mayLook: boolean;
  readonly now: number;
  readonly slot: number;
}

interface Beat {
  readonly memory: HeartbeatMemory;
  readonly triggers: readonly HeartbeatTrigger[];
  readonly seen: HeartbeatSeen;
  /** Of those who asked. */
  readonly ids: readonly number[];
  readonly files: ReadFiles;
  readonly now: number;
}

function isSame(one: HeartbeatSeen, other: HeartbeatSeen): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
