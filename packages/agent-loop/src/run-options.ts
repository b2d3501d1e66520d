import type { DataSchema, Provenance } from "@hermes/registry";
import type { TurnOptions } from "./turn-options.ts";

export interface RunOptions<
  Output extends DataSchema | undefined = DataSchema | undefined,
> extends TurnOptions<Output> {
  /** Aborting it interrupts the turn, which then ends with the reason `interrupted`; nothing is thrown. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Attaches what the words mention. For words that a person typed, and for no others: it reads and fetches in their name.
   *
   * @default false
   */
  readonly mentions?: boolean | undefined;
}

export interface ContinueOptions<Output extends DataSchema | undefined = DataSchema | undefined>
  extends TurnOptions<Output>, Pick<RunOptions, "signal"> {
  /** What is told of what happened beside the session is all that is new; an answer that ended is not asked to go on. @default false */
  readonly becauseOfNotices?: boolean | undefined;
}

export interface SteerOptions extends Pick<RunOptions, "mentions"> {
  /** Untrusted sources of what the author of the words had before it. @default none */
  readonly provenance?: readonly Provenance[] | undefined;
}

export interface OpenOptions {
  /** Takes the session from a writer that has it; what that one still writes is refused. @default false */
  readonly takeOver?: boolean | undefined;
}
