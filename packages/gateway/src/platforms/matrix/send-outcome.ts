import { z } from "zod";
import { httpFailure } from "../../http/http-outcome.ts";
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
  const { status, errcode, reason, http } = answer;
  if (status === 429 || errcode === "M_LIMIT_EXCEEDED")
    return { status: "retry", reason, afterMs: answer.retryAfterMs ?? 5_000 };
  const code = codes[errcode];
  return code === undefined ? httpFailure(http, reason) : { status: "failed", reason, code };
}

const codes: Readonly<Record<string, SendFailure>> = {
  M_FORBIDDEN: "forbidden",
  M_NOT_FOUND: "no-such-chat",
  M_UNKNOWN_TOKEN: "unauthorised",
  M_MISSING_TOKEN: "unauthorised",
  M_TOO_LARGE: "too-large",
  M_GUEST_ACCESS_FORBIDDEN: "forbidden",
};
