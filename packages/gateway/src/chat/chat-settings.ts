import type { BusyMode } from "@hermes/agent-loop/controller";
import type { HumanDelay } from "../outbox/human-delay.ts";
import type { Platform } from "../platforms/platform.ts";
import type { ResetPolicy } from "./reset-policy.ts";
import type { SessionKeyOptions } from "./session-key.ts";

/** How the chats of one platform are dealt with. */
export interface ChatSettings extends SessionKeyOptions {
  /** What a message does that comes while a turn runs, where the chat has not chosen. */
  readonly busyMode: BusyMode;
  /** Whether an answer is shown while it is written, where the platform can edit. */
  readonly streaming: boolean;
  /** Which tool calls are shown. */
  readonly progress: Platform["progress"];
  /** What becomes of messages that were written more than a minute before the platform was connected. */
  readonly backlog: "all" | "newest" | "summary";
  readonly humanDelay: HumanDelay;
  readonly reset: ResetPolicy;
  /** The same for a kind of chat. */
  readonly resetOf?: Readonly<Partial<Record<"dm" | "group" | "channel", ResetPolicy>>> | undefined;
}

/** How much is done at once, and how long is waited. Times are milliseconds. */
export interface GatewayLimits {
  /** Messages that follow each other this fast are one, up to `burstCapMs` after the first. */
  readonly burstMs: number;
  readonly burstCapMs: number;
  readonly queuedPerChat: number;
  readonly concurrentTurns: number;
  /** After that a chat in which nothing happens keeps rows alone. */
  readonly closeIdleMs: number;
  /** How often a long turn says that it goes on. */
  readonly stillWorkingMs: number;
  /** A turn that was cut off longer ago is not resumed by itself. */
  readonly freshMs: number;
  /** A turn in which so many processes died is not resumed by itself. */
  readonly deaths: number;
  /** How long a session that another program has open is waited for. */
  readonly busySessionMs: number;
}

export const defaultChatSettings: ChatSettings = {
  busyMode: "steer",
  streaming: false,
  progress: "off",
  backlog: "all",
  humanDelay: { mode: "off", minMs: 800, maxMs: 2_500 },
  reset: { mode: "both", atHour: 4, idleMinutes: 1_440 },
  groupSessionsPerUser: true,
  threadSessionsPerUser: false,
};

export const defaultGatewayLimits: GatewayLimits = {
  ...{ burstMs: 350, burstCapMs: 1_000, queuedPerChat: 32, concurrentTurns: 16 },
  ...{ closeIdleMs: 300_000, stillWorkingMs: 180_000, freshMs: 3_600_000, deaths: 3, busySessionMs: 90_000 },
};
