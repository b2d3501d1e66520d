import { z } from "zod";
import type { SendFailure, SendOutcome } from "../platform.ts";
import type { MatrixAnswer } from "./matrix-api.ts";

const sent = z.object({ event_id: z.string().min(1) });

/** What an answer to a send means for its message. */
export function outcomeOf(answer: MatrixAnswer): SendOutcome {
  if (answer.ok) {
    const found = sent.safeParse(answer.result).data;
    return found === undefined
      ? { status: "uncertain", reason: "the homeserver took it without saying as which event" }
      : { status: "sent", messageId: found.event_id };
  }
  const { status, errcode, reason, arrived } = answer;
  if (status === 0) return arrived ? { status: "uncertain", reason } : { status: "retry", reason };
  if (status === 429 || errcode === "M_LIMIT_EXCEEDED")
    return { status: "retry", reason, afterMs: answer.retryAfterMs ?? 5_000 };
  // Of a server error nobody knows whether it came before or after the message.
  if (status >= 500 || status < 400) return { status: "uncertain", reason };
  return { status: "failed", reason, code: codes[errcode] ?? byStatus[status] ?? "bad-content" };
}

const codes: Readonly<Record<string, SendFailure>> = {
  M_FORBIDDEN: "forbidden",
  M_NOT_FOUND: "no-such-chat",
  M_UNKNOWN_TOKEN: "unauthorised",
  M_MISSING_TOKEN: "unauthorised",
  M_TOO_LARGE: "too-large",
  M_GUEST_ACCESS_FORBIDDEN: "forbidden",
};
const byStatus: Readonly<Record<number, SendFailure>> = {
  401: "unauthorised",
  403: "forbidden",
  404: "no-such-chat",
  413: "too-large",
};
