import type { TurnEnd } from "@hermes/agent-loop";
import type { Refusal } from "../errors/refusal.ts";
import type { Caller } from "../trust/caller.ts";

/** Ends that leave an answer all the same, and what OpenAI calls them. */
const cutOff: Readonly<Record<string, "length" | "content_filter">> = {
  truncated: "length",
  "budget-exhausted": "length",
  "content-filter": "content_filter",
};

export function finishReasonOf({ reason }: TurnEnd): "stop" | "length" | "content_filter" {
  return cutOff[reason] ?? "stop";
}

/** Why there is no answer. Undefined: there is one. */
export function turnFailure(end: TurnEnd, { role }: Caller): Refusal | undefined {
  const { error, reason } = end;
  if (error === undefined || cutOff[reason] !== undefined) return undefined;
  const status = reason === "spend-limit" ? 429 : reason === "model-error" ? 502 : 500;
  // Its words may name addresses and paths of the server.
  const message = role === "owner" ? error.message : "The turn failed.";
  return { status, code: error.code, message, ...(role === "owner" ? { hint: error.hint } : {}) };
}

/** An answer that is data, as text; empty where it is none. */
export function dataOf({ output }: TurnEnd): string {
  return output === undefined ? "" : JSON.stringify(output);
}
