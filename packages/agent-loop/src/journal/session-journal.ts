import type { Message, ToolDefinition, Usage } from "@hermes/models";
import type { Provenance } from "@hermes/registry";
import type { TurnEndReason } from "../agent-event.ts";
import type { PromptPart } from "../prompt/prompt-layer.ts";
import type { SessionLeases } from "./session-lease.ts";
import type { LastPrefix, RequestPrefix } from "./request-prefix.ts";
import type { SessionNotices } from "./session-notices.ts";

/**
 * What is fixed when a session starts, and sent byte for byte in every request after that. A compression may bring
 * another prompt, and an epoch (entry `head`) another prompt and other tools.
 */
export interface SessionHead {
  readonly id: string;
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
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** The head with another prompt, and nothing of the layout of the one before it. */
export function withPrompt(
  { layout: _before, ...head }: SessionHead,
  { system, layout }: Pick<SessionHead, "system" | "layout">,
): SessionHead {
  return { ...head, system, ...(layout === undefined ? {} : { layout }) };
}

/** From here on requests begin with another prompt and other tools; the history goes on as it is. */
export interface HeadEntry extends Pick<SessionHead, "system" | "layout" | "tools" | "provenance" | "model"> {
  readonly type: "head";
  readonly at: number;
}

/** The head from an epoch on: nothing of the prompt and the tools of the one before it. */
export function withHead(
  { layout: _layout, provenance: _provenance, ...head }: SessionHead,
  { system, layout, tools, provenance, model }: Omit<HeadEntry, "type" | "at">,
): SessionHead {
  return {
    ...{ ...head, system, tools, model },
    ...(layout === undefined ? {} : { layout }),
    ...(provenance === undefined ? {} : { provenance }),
  };
}

/**
 * One thing written before the next step depends on it. Entries are only ever appended.
 *
 * A turn begins with a `message` (user) and perhaps a `note` on it. Order within a round: `request-start` · `partial`* · `message` (assistant) · for each call that runs
 * `tool-start`, once it may, then `message` (tool). Calls of a batch may finish in any order.
 */
export type JournalEntry =
  /** A request is about to be sent. */
  | { readonly type: "request-start"; readonly round: number; readonly model: string; readonly at: number }
  /** All text shown so far of the answer under way; replaces the partial before it, and an empty one takes it back. */
  | { readonly type: "partial"; readonly text: string; readonly reasoning: string; readonly at: number }
  /** A message of the history; an assistant message ends the partial before it. */
  | {
      readonly type: "message";
      readonly message: Message;
      readonly usage?: Usage | undefined;
      readonly model?: string | undefined;
      readonly durationMs?: number | undefined;
      /** Of the request that an assistant message answers: what it began with. */
      readonly prefix?: RequestPrefix | undefined;
      /** Ids of the notices that the message tells: with it they are delivered. */
      readonly notices?: readonly string[] | undefined;
      readonly at: number;
    }
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
  /** From here on the history is `messages`; what came before stays readable in the store. */
  | {
      readonly type: "compression";
      readonly messages: readonly Message[];
      /** The system prompt from here on; absent where it stays as it was. */
      readonly system?: string | undefined;
      /** Of `system`, where that is there. */
      readonly layout?: readonly PromptPart[] | undefined;
      readonly at: number;
    }
  | HeadEntry
  /** A request ended without a message: what it cost. */
  | {
      readonly type: "usage";
      readonly usage: Usage;
      readonly model: string;
      readonly durationMs?: number | undefined;
      readonly at: number;
    }
  | { readonly type: "turn-end"; readonly reason: TurnEndReason; readonly at: number };

/** A session as it was left, perhaps in the middle of a step. */
export interface StoredSession {
  readonly head: SessionHead;
  /** The live history in the order in which it was written. */
  readonly messages: readonly Message[];
  /** Tokens of the last request and its answer as the provider counted them; absent: not known, or shortened since. */
  readonly contextTokens?: number | undefined;
  /** The answer under way when the process ended, if there was one. */
  readonly partial?: { readonly text: string; readonly reasoning: string } | undefined;
  /** Ids of calls that were started and have no tool message: their outcome is unknown. */
  readonly startedCalls: readonly string[];
}

/** Where a session is kept. Matched by shape: `@hermes/state` implements it without importing it. */
export interface SessionJournal {
  /**
   * Writes the head of a new session and the messages that it begins with: all of it or nothing.
   *
   * @param messages Absent: none.
   * @throws where there is a session with this id.
   */
  create(head: SessionHead, messages?: readonly Message[]): void | Promise<void>;
  /** Undefined when there is no such session. */
  load(sessionId: string): StoredSession | undefined | Promise<StoredSession | undefined>;
  /**
   * Durable (against the death of this process) when it returns.
   *
   * @param token That of the writer's lease. In the same transaction it is compared with the holder's, whatever the clock
   * says; absent, the entry is written only where nobody holds the session.
   * @throws {HermesError} `SESSION_LEASE_LOST` when another holds the session, or nobody does any more; nothing is written.
   */
  append(sessionId: string, entry: JournalEntry, token?: number): void | Promise<void>;
  /** Absent only where no second writer can reach the sessions, or somebody else keeps them apart. */
  readonly leases?: SessionLeases | undefined;
  /** Absent where nothing happens beside the sessions. */
  readonly notices?: SessionNotices | undefined;
  /**
   * What is known of a session's last request that was answered, asked once per object that writes to it; undefined: nothing.
   * Absent: each object compares its own requests alone.
   */
  lastPrefix?(sessionId: string): LastPrefix | undefined | Promise<LastPrefix | undefined>;
}
