import type { AgentEvent } from "@hermes/agent-loop";
import type { InnerCall } from "@hermes/state";
import type { Failure } from "../failure.ts";

/** Reads the events of a turn, one after another, and shows them. */
export interface EventRenderer {
  event(event: AgentEvent): void;
  /** A call that a script made, once it is done. */
  scriptCall(call: InnerCall): void;
  /** A remark from outside of a turn. */
  warning(message: string): void;
  /** Something that ended the work, from outside of a turn. */
  failure(failure: Failure): void;
  /** Ends what is still open on the screen, such as a timer. */
  close(): void;
}
