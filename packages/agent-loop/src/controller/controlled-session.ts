import type { Agent } from "../agent.ts";

/** A session as a controller needs it: its agent, and what is done when it closes. */
export interface ControlledSession extends AsyncDisposable {
  readonly id: string;
  readonly agent: Pick<
    Agent,
    | "run"
    | "continue"
    | "compress"
    | "context"
    | "openCalls"
    | "steer"
    | "pendingSteer"
    | "usage"
    | "messages"
    | "head"
  >;
  /** True when the history was read from the journal. */
  readonly resumed: boolean;
  /** Context window of its model, in tokens. */
  readonly contextWindow?: number | undefined;
  /** Lets the model save what is worth remembering. @returns What was saved. Never throws. */
  saveFacts?(options: { readonly signal: AbortSignal }): Promise<readonly string[]>;
}
