import { z } from "zod";
import type { SendFailure, SendOutcome } from "../platform.ts";
import type { BotAnswer } from "./bot-api.ts";

const sentMessage = z.object({ message_id: z.int() });

/** What an answer to a send or an edit means for its row. */
export function outcomeOf(answer: BotAnswer): SendOutcome {
  if (answer.ok) {
    const sent = sentMessage.safeParse(answer.result);
    return sent.success
      ? { status: "sent", messageId: String(sent.data.message_id) }
      : { status: "uncertain", reason: "Telegram accepted it without saying as which message" };
  }
  const { code, description: reason } = answer;
  if (code === "no-answer")
    return answer.arrived ? { status: "uncertain", reason } : { status: "retry", reason };
  if (code === 429) return { status: "retry", reason, afterMs: answer.retryAfterMs ?? 5_000 };
  // Of a server error nobody knows whether it came before or after the message.
  if (code >= 500) return { status: "uncertain", reason };
  return { status: "failed", reason, code: failureOf(code, reason) };
}

function failureOf(code: number, description: string): SendFailure {
  if (code === 401 || code === 404) return "unauthorised";
  if (code === 413 || /too (?:big|large|long)/i.test(description)) return "too-large";
  if (
    /chat not found|thread not found|chat_id is empty|PEER_ID_INVALID|TOPIC_(?:CLOSED|DELETED)|user not found/i.test(
      description,
    )
  )
    return "no-such-chat";
  if (
    code === 403 ||
    /not enough rights|have no rights|CHAT_WRITE_FORBIDDEN|kicked|blocked/i.test(description)
  )
    return "forbidden";
  return "bad-content";
}

/** Refused because of its marks: it did not arrive, so it can be sent again without. */
export function isMarkupRefused(answer: BotAnswer): boolean {
  return !answer.ok && answer.code === 400 && /can't parse|entit(?:y|ies)|tag/i.test(answer.description);
}

export function isNotModified(answer: BotAnswer): boolean {
  return !answer.ok && answer.code === 400 && /message is not modified/i.test(answer.description);
}
