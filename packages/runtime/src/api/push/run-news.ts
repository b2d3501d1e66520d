import type { TurnEndReason } from "@hermes/agent-loop";

/** What a person may want to hear of while no page is open. Told as it happens, whether anybody listens or not. */
export type RunNews =
  | {
      readonly type: "asked";
      /** Of the approval, or of the question. */
      readonly id: string;
    }
  /** Answered, given up, or its time is over. */
  | { readonly type: "settled"; readonly id: string }
  | EndedTurn;

export interface EndedTurn {
  readonly type: "ended";
  readonly sessionId: string;
  readonly reason: TurnEndReason;
  /** The last answer, or why there is none. */
  readonly text: string;
  readonly tookMs: number;
}
