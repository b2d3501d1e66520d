import type { EventApproval, QuestionInfo, SessionMessage, TurnEndEvent } from "@hermes/client";
import type { AssistantMessage, Message, UserPart } from "@hermes/models";
import type { CallFacts, NoteEntry } from "./entry.ts";

/** How words reach a turn: at once, into one that runs, once that has ended, or in its place. */
export type SendKind = "now" | "steer" | "queue" | "interrupt";

/** Words that were sent and not heard of yet. */
export interface PendingWords {
  readonly key: string;
  readonly kind: SendKind;
  readonly content: readonly UserPart[];
}

/** What a session is made of: what was read of the store, and what was heard since. */
export interface SessionState {
  readonly stored: readonly SessionMessage[];
  /** How many messages there are before and after those. */
  readonly earlier: number;
  readonly later: number;
  /** Messages that were heard of and not read yet. */
  readonly live: readonly Message[];
  /** Of the answer under way. */
  readonly partial: AssistantMessage["content"];
  readonly calls: ReadonlyMap<string, CallFacts>;
  readonly notes: readonly NoteEntry[];
  readonly approvals: readonly EventApproval[];
  readonly questions: readonly QuestionInfo[];
  readonly pending: readonly PendingWords[];
  /** `unknown`: nothing was heard yet. */
  readonly phase: "unknown" | "running" | "ended";
  readonly retry: { readonly delayMs: number; readonly reason: string } | undefined;
  readonly isCondensing: boolean;
  /** Of the last turn. */
  readonly end: TurnEndEvent | undefined;
}

export const emptySession: SessionState = {
  ...{ stored: [], earlier: 0, later: 0, live: [], partial: [], calls: new Map(), notes: [], approvals: [] },
  ...{ questions: [], pending: [], phase: "unknown", retry: undefined, isCondensing: false, end: undefined },
};
