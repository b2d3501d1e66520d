import type { StopReason } from "@agentclientprotocol/sdk";
import type { TurnEndReason } from "@hermes/agent-loop";

const reasons: Readonly<Partial<Record<TurnEndReason, StopReason>>> = {
  interrupted: "cancelled",
  truncated: "max_tokens",
  "budget-exhausted": "max_turn_requests",
  "spend-limit": "max_turn_requests",
  "content-filter": "refusal",
  refused: "refusal",
};

/** Why a turn ended, in the words of the protocol; a failure of the model is an error instead. */
export function stopReasonOf(reason: TurnEndReason): StopReason {
  return reasons[reason] ?? "end_turn";
}
