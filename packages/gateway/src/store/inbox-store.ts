import type { Provenance } from "@hermes/registry";
import type { Tier } from "../chat/chat-sessions.ts";
import type { InboundMessage } from "../platforms/platform.ts";
import type { NewOutbound } from "./outbox-store.ts";
import type { Fence } from "./owner-store.ts";

/**
 * `received`: it waits. `claimed`: a turn or a command works on it. `answered`: it was dealt with, whether anything was said or
 * not. `dropped`: nobody will deal with it, and `reason` says why.
 */
export type InboundState = "received" | "claimed" | "answered" | "dropped";

export interface NewInbound {
  /** Key of the conversation that it belongs to; see `sessionKey`. */
  readonly chat: string;
  readonly message: InboundMessage;
  readonly tier: Tier;
  /** Milliseconds since 1970, by our clock. */
  readonly receivedAt: number;
  /** Present: no person wrote it, but this program; see `Gateway.wake`. */
  readonly wake?: Wake | undefined;
}

export interface Wake {
  /** Untrusted sources of its words. */
  readonly provenance: readonly Provenance[];
}

export interface InboundRow extends NewInbound {
  /** Grows: messages of a chat are taken in this order. */
  readonly id: number;
  readonly state: InboundState;
  /** The turn that works on it. */
  readonly turn?: string | undefined;
  /** Why it was dropped. */
  readonly reason?: string | undefined;
}

/** What messages of a chat are dealt with together, and what it takes to find out after a crash how far that came. */
export interface Turn {
  readonly id: string;
  readonly chat: string;
  /** The session that is told. */
  readonly sessionId: string;
  /** How many messages the session had before it was told. */
  readonly position: number;
  /** The words as the session gets them. Empty: a command. */
  readonly words: string;
  readonly startedAt: number;
  /** How many processes died in it. */
  readonly deaths: number;
}

/** A turn that nobody finished, with the rows that it claimed. */
export interface UnfinishedTurn extends Turn {
  /** Token of the owner that last worked on it. */
  readonly token: number;
  readonly rows: readonly InboundRow[];
}

/** What became of rows: all of it is written in one transaction, and only once. */
export interface Settlement {
  readonly answered?: readonly number[] | undefined;
  readonly dropped?: { readonly ids: readonly number[]; readonly reason: string } | undefined;
  /** Back to `received`: the turn ended without them. */
  readonly returned?: readonly number[] | undefined;
  /** What is sent about it. Of a key that is there already the text is changed; see `OutboxStore.revise`. */
  readonly outbound?: readonly NewOutbound[] | undefined;
  /** What is not sent any more where it was not yet. */
  readonly skipped?: readonly string[] | undefined;
  /** Another turn takes over rows that the ended one claimed. */
  readonly next?: { readonly turn: Omit<Turn, "deaths">; readonly ids: readonly number[] } | undefined;
}

/** Messages that came in, each once, and the turns that deal with them. */
export interface InboxStore {
  /**
   * Keeps a message; durable when it resolves. What was kept before, by its platform and update id or by its chat and message id, is
   * left as it is.
   *
   * @param settled That nobody will deal with it, and what is answered.
   * @returns The row; undefined where it was there already.
   */
  keep(
    message: NewInbound,
    settled?: { readonly reason: string; readonly outbound?: readonly NewOutbound[] | undefined },
  ): Promise<InboundRow | undefined>;
  /**
   * A newer version of a message: takes the place of the text while that waits.
   *
   * @returns `corrected`; `late`: the session has the old one; undefined: it was never kept, or says the same.
   */
  correct(message: InboundMessage): Promise<"corrected" | "late" | undefined>;
  /** By the id that is unique within its platform. */
  find(platform: string, updateId: string): Promise<InboundRow | undefined>;
  /** What waits in a chat, in order. */
  waiting(chat: string): Promise<readonly InboundRow[]>;
  /** Keys of the chats of a platform in which something waits, the longest waiting first. */
  chatsWaiting(platform: string): Promise<readonly string[]>;
  /**
   * Claims rows that wait for a turn, and records the turn.
   *
   * @returns False where one of them is claimed already, or the fence is down; nothing is changed then.
   */
  begin(turn: Omit<Turn, "deaths">, ids: readonly number[], fence: Fence): Promise<boolean>;
  /** Gives a row that waits to a turn under way. @returns as `begin`. */
  join(turn: string, id: number, fence: Fence): Promise<boolean>;
  /** Ends a turn. @returns False where it is ended already, or the fence is down; nothing is changed then. */
  finish(turn: string, settlement: Settlement, fence: Fence): Promise<boolean>;
  /** Settles rows that wait, without a turn. @returns False where the fence is down. */
  settle(settlement: Settlement, fence: Fence): Promise<boolean>;
  /** Turns that were begun under an older token than that of the fence, and not ended. */
  abandoned(fence: Fence): Promise<readonly UnfinishedTurn[]>;
  /** An owner takes over a turn whose process died. @returns The deaths so far; undefined where the fence is down. */
  takeOver(turn: string, fence: Fence): Promise<number | undefined>;
  counts(platform: string): Promise<{ readonly waiting: number; readonly claimed: number }>;
  /** Forgets what was dealt with before this time. @returns How many rows. */
  prune(before: number): Promise<number>;
}
