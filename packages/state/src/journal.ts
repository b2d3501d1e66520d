import type { Message, ToolDefinition, Usage } from "@hermes/models";
import type { LastPrefix, RequestPrefix } from "./request-prefix.ts";
import type { SessionLeases } from "./session-lease.ts";
import type { Provenance } from "@hermes/registry";
import type { SessionNotices } from "./session-notices.ts";

/** Where one layer stands in a prompt. The parts follow each other and make up all of it. */
export interface PromptPart {
  readonly kind: string;
  readonly name: string;
  /** UTF-16 code units, with what separates it from the next one. */
  readonly chars: number;
}

/** What is fixed when a session starts. */
export interface SessionHead {
  readonly id: string;
  /** Only a compression, or an epoch, brings another one. */
  readonly system: string;
  readonly tools: readonly ToolDefinition[];
  /** Where the layers stand in `system`. Absent: not known. */
  readonly layout?: readonly PromptPart[] | undefined;
  /** Untrusted sources of the prompt and the tools. */
  readonly provenance?: readonly Provenance[] | undefined;
  readonly model: string;
  readonly platform: string;
  /** Folder the person works in. */
  readonly cwd?: string | undefined;
  readonly userId?: string | undefined;
  /** The session that this one was started from. */
  readonly parentId?: string | undefined;
  /** One question without a conversation, until somebody goes on with it. @default false */
  readonly oneShot?: boolean | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** A message of the history, with what it cost. */
export interface MessageEntry {
  readonly type: "message";
  readonly message: Message;
  readonly usage?: Usage | undefined;
  readonly model?: string | undefined;
  readonly durationMs?: number | undefined;
  /** Of the request that the message answers. */
  readonly prefix?: RequestPrefix | undefined;
  /** Ids of the notices that the message tells. */
  readonly notices?: readonly string[] | undefined;
  readonly at: number;
}

/** A request that ended without a message, and what it cost. */
export interface UsageOnlyEntry {
  readonly type: "usage";
  readonly usage: Usage;
  readonly model: string;
  readonly durationMs?: number | undefined;
  readonly at: number;
}

/** From here on the live history is `messages`; what came before stays readable. */
export interface CompressionEntry {
  readonly type: "compression";
  readonly messages: readonly Message[];
  /** The system prompt from here on; absent where it stays as it was. */
  readonly system?: string | undefined;
  /** Of `system`, where that is there. */
  readonly layout?: readonly PromptPart[] | undefined;
  readonly at: number;
}

/** An epoch: from here on requests begin with another prompt and other tools; the history goes on as it is. */
export interface HeadEntry extends Pick<SessionHead, "system" | "layout" | "tools" | "provenance" | "model"> {
  readonly type: "head";
  readonly at: number;
}

/** One thing that is written before the next step depends on it. Matches agent-loop's port by shape. */
export type JournalEntry =
  /** A request is about to be sent. */
  | { readonly type: "request-start"; readonly round: number; readonly model: string; readonly at: number }
  /** All text shown so far of the answer under way; replaces the partial before it, and an empty one takes it back. An assistant message ends it. */
  | { readonly type: "partial"; readonly text: string; readonly reasoning: string; readonly at: number }
  | MessageEntry
  /** Comes behind the words that begin a turn, before any request carries them: one more of their notes. */
  | {
      readonly type: "note";
      readonly text: string;
      /** Untrusted sources of the note. */
      readonly provenance?: readonly Provenance[] | undefined;
      readonly at: number;
    }
  /** A tool is about to act: nobody has to be asked any more. Its outcome is the tool message with the same call id. */
  | {
      readonly type: "tool-start";
      readonly callId: string;
      readonly name: string;
      readonly arguments: string;
      readonly at: number;
    }
  | UsageOnlyEntry
  | CompressionEntry
  | HeadEntry
  | { readonly type: "turn-end"; readonly reason: string; readonly at: number };

/** A session as it was left, perhaps in the middle of a step. */
export interface StoredSession {
  readonly head: SessionHead;
  /** The live history, oldest first. */
  readonly messages: readonly Message[];
  /** Tokens of the last request and its answer as the provider counted them; absent: not known, or shortened since. */
  readonly contextTokens?: number | undefined;
  /** The answer under way when the process ended, if there was one. */
  readonly partial?: { readonly text: string; readonly reasoning: string } | undefined;
  /** Ids of calls that were started and have no tool message: their outcome is unknown. */
  readonly startedCalls: readonly string[];
}

/** Where sessions are kept, entry by entry. Everything is synchronous: what returned is stored. */
export interface Journal {
  /**
   * Writes the head of a new session, and what it begins with: all of it, or nothing.
   *
   * @param messages Those of a copy, or of a conversation from elsewhere: they cost nothing.
   * @throws {HermesError} `STATE_SESSION_EXISTS` when the id is taken.
   */
  create(head: SessionHead, messages?: readonly Message[]): void;
  /** Undefined when there is no such session. */
  load(sessionId: string): StoredSession | undefined;
  /**
   * Appends one entry in a transaction of its own, durable against the death of this process when it returns (with
   * `synchronous: "full"` also against power loss). When it throws, nothing of the entry is stored.
   *
   * @param token That of the writer's lease, compared with the holder's in the same transaction. Absent: the entry is
   * written only where nobody holds the session.
   * @throws {HermesError} `STATE_SESSION_NOT_FOUND`, `STATE_LOCKED`, `STATE_DISK_FULL`, `STATE_READ_ONLY`, `STATE_CLOSED`;
   * `SESSION_LEASE_LOST` when the token is not the holder's.
   */
  append(sessionId: string, entry: JournalEntry, token?: number): void;
  /** Who may write to which session. */
  readonly leases: SessionLeases;
  /** Pending notices of sessions. */
  readonly notices: SessionNotices;
  /** What is known of a session's last request that was answered; undefined: nothing. */
  lastPrefix(sessionId: string): LastPrefix | undefined;
}
