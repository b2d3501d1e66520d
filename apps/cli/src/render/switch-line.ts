import type { AgentEvent } from "@hermes/agent-loop";
import { localTime } from "./local-time.ts";

type Switch = Extract<AgentEvent, { readonly type: "switch" }>;

/** Which model answers from here on, why, and until when the one before is left alone. */
export function switchLine({ from, to, cause, until }: Switch): string {
  if (cause === "restored") return `${to.model} of ${to.provider} answers again`;
  const back =
    until === undefined ? "" : `; ${from.model} is tried again after ${localTime(until).slice(11)}`;
  return `${from.model} of ${from.provider} ${reasons[cause]}: ${to.model} of ${to.provider} answers${back}`;
}

const reasons: Readonly<Record<Exclude<Switch["cause"], "restored">, string>> = {
  auth: "refused the key",
  forbidden: "does not allow this with its key",
  billing: "wants to be paid first",
  "rate-limit": "limits how fast it answers",
  "model-not-found": "is not there",
  "context-overflow": "has no room for this conversation",
  "payload-too-large": "found the request too large",
  "content-policy": "refused the content",
  "bad-request": "rejected the request",
  overloaded: "is overloaded",
  server: "had an error of its own",
  timeout: "took too long",
  unreachable: "can't be reached",
  unknown: "failed",
  "empty-answer": "said nothing twice",
};
