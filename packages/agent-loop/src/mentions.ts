import type { Provenance } from "@hermes/registry";

/** Words that a person typed. */
export interface MentionInput {
  readonly sessionId: string;
  readonly text: string;
  /** Aborted with the turn. */
  readonly signal: AbortSignal;
}

/** What became of one mention. */
export interface MentionResult {
  /** As it was typed, such as `@file:src/a.ts`. */
  readonly mention: string;
  /** False: nothing of it reaches the model but that it is missing, and why. */
  readonly attached: boolean;
  /** One line for the person: what was attached, or what was not and why. */
  readonly line: string;
  /** For the model. Rides on the words as a note, is kept with them, and is sent again byte for byte. */
  readonly note: string;
  /** Untrusted sources of the note. @default none */
  readonly provenance?: readonly Provenance[] | undefined;
}

/** Reads what a person points at in their words: files, changes, pages. */
export interface Mentions {
  /**
   * What the words mention, in their order; empty where they mention nothing. Awaited once the words are written, and before
   * a request carries them. What can't be attached is a result that says why; what it throws is a warning.
   */
  attach(input: MentionInput): Promise<readonly MentionResult[]>;
}
