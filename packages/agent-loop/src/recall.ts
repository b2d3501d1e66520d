import type { Provenance } from "@hermes/registry";
import type { TurnEndReason } from "./agent-event.ts";

/** Words of a person that begin a turn. */
export interface RecallInput {
  readonly sessionId: string;
  readonly text: string;
  /** Aborted with the turn. */
  readonly signal: AbortSignal;
}

/** A turn that a person began, and what came of it. */
export interface RecalledTurn {
  readonly sessionId: string;
  /** The words that began it. */
  readonly text: string;
  /** The final text, or as much of it as was shown; may be empty. */
  readonly answer: string;
  readonly reason: TurnEndReason;
}

/** Takes out of a stream of text what must not be shown. */
export interface TextFilter {
  /** @returns What can be shown by now; may be empty. */
  push(text: string): string;
  /** @returns What was held back, at the end of the text. */
  flush(): string;
}

/** A memory beside the session: asked before a turn, told after it. */
export interface Recall {
  /**
   * What is known about the words that begin a turn; undefined: nothing. It rides on them as a note, is kept with them, and
   * is sent again byte for byte. Awaited once they are written, so it must be quick. What it throws is a warning.
   */
  before(input: RecallInput): Promise<string | undefined>;
  /** Untrusted sources of what it says. @default none */
  readonly provenance?: readonly Provenance[] | undefined;
  /** A turn has ended. Not awaited; must not throw. */
  after(turn: RecalledTurn): void;
  /** For each text that a model writes: takes out what it repeats of a note. Absent: nothing is taken out. */
  readonly filter?: (() => TextFilter) | undefined;
}
