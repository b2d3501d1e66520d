import type { Button, ChatAddress, OutboundFile } from "../platforms/platform.ts";
import type { Fence } from "./owner-store.ts";

export type OutboundKind = "reply" | "progress" | "file" | "notice";

/**
 * `queued`: it waits for its turn or its next try. `sending`: a try is under way. `sent`: the platform has it. `uncertain`: it may
 * have arrived; it is repeated only where a person asks for that. `failed`: it did not arrive and is not tried again. `skipped`:
 * nobody needs it any more.
 */
export type OutboundState = "queued" | "sending" | "sent" | "uncertain" | "failed" | "skipped";

export interface NewOutbound {
  /** Idempotency key: what is put twice is there once. */
  readonly key: string;
  readonly to: ChatAddress;
  readonly kind: OutboundKind;
  /** Markdown; one message of the platform. */
  readonly text: string;
  readonly replyTo?: string | undefined;
  readonly buttons?: readonly (readonly Button[])[] | undefined;
  readonly file?: OutboundFile | undefined;
  /** @default false */
  readonly silent?: boolean | undefined;
  /** Milliseconds since 1970. @default at once */
  readonly notBefore?: number | undefined;
}

export interface OutboundRow extends NewOutbound {
  /** Grows: what goes to one chat is sent in this order. */
  readonly id: number;
  readonly state: OutboundState;
  /** Definite failures so far. */
  readonly attempts: number;
  /** Counts changes of the text after it was put; `sentRevision` is the one that the platform has. */
  readonly revision: number;
  readonly sentRevision: number;
  /** Id that the platform gave it. */
  readonly platformId?: string | undefined;
  readonly reason?: string | undefined;
  readonly createdAt: number;
}

/** What is said to chats: every message is a row before it is sent. */
export interface OutboxStore {
  /** @returns The row of each key, also where it was there before. */
  put(rows: readonly NewOutbound[], now: number): Promise<readonly OutboundRow[]>;
  get(key: string): Promise<OutboundRow | undefined>;
  /**
   * Changes text and buttons: of a message that was sent, too, which is then edited, not before `notBefore`; an edit that waits already
   * keeps its time.
   *
   * @returns False where it can't be changed any more.
   */
  revise(
    key: string,
    change: Pick<NewOutbound, "text" | "buttons">,
    options?: { readonly notBefore?: number | undefined },
  ): Promise<boolean>;
  /** What nobody needs any more is not sent; does nothing where it was. */
  skip(keys: readonly string[]): Promise<void>;
  /** Of each chat of a platform the first row that is to be sent or edited, where its time has come. */
  due(platform: string, now: number, limit: number): Promise<readonly OutboundRow[]>;
  /** When the next row is due; undefined: nothing waits. */
  nextDueAt(platform: string): Promise<number | undefined>;
  /** Records that a try begins. @returns False where the row is not to be sent any more, or the fence is down: then it must not be. */
  sending(id: number, fence: Fence): Promise<boolean>;
  /** Records how a try ended. */
  settle(id: number, outcome: OutboundOutcome): Promise<void>;
  /** Rows whose try began under an older token than that of the fence: their process died. */
  abandoned(fence: Fence): Promise<readonly OutboundRow[]>;
  /** Sends an uncertain or failed row anew. @returns False where it is neither. */
  resend(id: number): Promise<boolean>;
  /** Rows of a chat that are uncertain or failed, the newest first. */
  unsettled(to: ChatAddress): Promise<readonly OutboundRow[]>;
  counts(platform: string): Promise<{
    readonly queued: number;
    readonly uncertain: number;
    readonly failed: number;
  }>;
  /** Forgets what was settled before this time. @returns How many rows. */
  prune(before: number): Promise<number>;
  /** Tells of what this process puts or changes, a moment later. @returns What ends it. */
  watch(listener: (platform: string) => void): () => void;
}

export type OutboundOutcome =
  | {
      readonly state: "sent";
      readonly platformId: string;
      /** The one that was sent. */
      readonly revision: number;
      readonly at: number;
    }
  | { readonly state: "queued"; readonly reason: string; readonly notBefore: number }
  /** To be sent as a new message: the one that was to be edited is gone. */
  | { readonly state: "anew"; readonly reason: string }
  | { readonly state: "uncertain" | "failed"; readonly reason: string; readonly at: number };
