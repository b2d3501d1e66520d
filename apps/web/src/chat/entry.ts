import type { ImageData, Message, UserPart } from "@hermes/models";

/** A message with its place: how many came before it in its session. */
export interface PlacedMessage {
  readonly ordinal: number;
  /** Of the store; absent where it was only heard of. */
  readonly id?: number | undefined;
  readonly at?: number | undefined;
  readonly message: Message;
  /** More of it comes. */
  readonly isStreaming?: boolean | undefined;
}

/** What a call gave. */
export interface CallResult {
  readonly content: string;
  readonly isError: boolean;
  readonly images: readonly ImageData[];
  /** It has not run, as the history says. */
  readonly isNotRun: boolean;
}

/** What is known of a call beside its arguments. What the store does not keep was heard while it ran. */
export interface CallFacts {
  readonly emoji?: string | undefined;
  readonly detail?: string | undefined;
  readonly isStarted?: boolean | undefined;
  readonly progress?: readonly CallProgress[] | undefined;
  readonly durationMs?: number | undefined;
  readonly diff?: string | undefined;
  readonly notRun?: string | undefined;
  readonly result?: CallResult | undefined;
}

export interface CallProgress {
  readonly subject: string | undefined;
  readonly text: string;
  readonly lines: readonly string[];
}

export interface CallPart {
  readonly type: "call";
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  /** The model still writes it. */
  readonly isWritten: boolean;
  readonly facts: CallFacts;
}

export interface WordsPart {
  readonly type: "text" | "reasoning";
  readonly key: string;
  readonly text: string;
  readonly isStreaming: boolean;
}

export type AnswerPart = WordsPart | CallPart;

interface Placed {
  /** The same while it is heard and once it is stored. */
  readonly key: string;
  readonly ordinal: number;
}

export interface UserEntry extends Placed {
  readonly kind: "user";
  readonly id?: number | undefined;
  readonly at?: number | undefined;
  readonly content: readonly UserPart[];
  /** JSON that a page on the canvas has sent, in place of words. */
  readonly fromCanvas?: string | undefined;
  /** What was attached to the words: recalled memory, skills. */
  readonly notes: readonly string[];
  /** It was said into a turn that ran. */
  readonly isSteered: boolean;
}

export interface AnswerEntry extends Placed {
  readonly kind: "answer";
  /** Ids of its first and its last message, results included. */
  readonly id?: number | undefined;
  readonly lastId?: number | undefined;
  readonly at?: number | undefined;
  readonly parts: readonly AnswerPart[];
  /** Something has cut it off. */
  readonly isCut: boolean;
  readonly isStreaming: boolean;
}

/** What is no person's and no model's words. */
export interface NoteEntry extends Placed {
  readonly kind: "note";
  readonly id?: number | undefined;
  readonly note: "note" | "summary" | "warning" | "event";
  readonly text: string;
}

export type Entry = UserEntry | AnswerEntry | NoteEntry;

/** So many messages share a place to be measured and put away. Entries do not reach over its edge. */
export const chunkSize = 20;

export function chunkOf(ordinal: number): number {
  return Math.floor(ordinal / chunkSize);
}

export const noFacts: CallFacts = {};
