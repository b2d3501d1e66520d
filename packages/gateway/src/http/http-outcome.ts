import type { SendFailure, SendOutcome } from "../platforms/platform.ts";
import { type HttpAnswer, retryAfterMs } from "./request-once.ts";

/**
 * What an answer that is no success means for a message, by its status alone. Where the platform says more, look there first.
 *
 * @param reason What the platform said. @default the status
 */
export function httpFailure(answer: HttpAnswer, reason?: string): SendOutcome {
  if (!answer.answered)
    return { status: answer.arrived ? "uncertain" : "retry", reason: reason ?? answer.reason };
  const { status, headers } = answer;
  const said = (reason ?? `HTTP ${status}`).slice(0, 300);
  if (status === 429) return { status: "retry", reason: said, afterMs: retryAfterMs(headers) ?? 5_000 };
  // Of a server error nobody knows whether it came before or after the message.
  if (status >= 500 || status < 400) return { status: "uncertain", reason: said };
  return { status: "failed", reason: said, code: failures[status] ?? "bad-content" };
}

/** Of what can be done twice without harm: a try without an answer is made again. */
export function repeatable(outcome: SendOutcome): SendOutcome {
  return outcome.status === "uncertain" ? { status: "retry", reason: outcome.reason } : outcome;
}

const failures: Readonly<Record<number, SendFailure>> = {
  401: "unauthorised",
  403: "forbidden",
  404: "no-such-chat",
  410: "no-such-chat",
  413: "too-large",
};
