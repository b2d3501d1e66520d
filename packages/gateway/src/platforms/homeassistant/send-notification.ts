import { createHash } from "node:crypto";
import type { OutboundMessage, SendOutcome } from "../platform.ts";
import type { HomeAnswer, HomeSession } from "./home-session.ts";

export const textLimit = 10_000;

/** The same for each try of a message, so that Home Assistant keeps it once. */
export function notificationId(key: string): string {
  return `hermes_${createHash("sha256").update(key).digest("hex").slice(0, 24)}`;
}

export interface Notification {
  readonly id: string;
  /** The action that carries it. @default a notification in Home Assistant */
  readonly notify: string | undefined;
  readonly message: OutboundMessage;
}

/** One try. */
export async function sendNotification(
  session: HomeSession | undefined,
  { id, notify, message }: Notification,
  signal: AbortSignal,
): Promise<SendOutcome> {
  if (message.file !== undefined)
    return { status: "failed", reason: "Home Assistant takes no files", code: "unsupported" };
  if (message.text.length > textLimit)
    return { status: "failed", reason: `longer than ${textLimit} characters`, code: "too-large" };
  if (session === undefined) return { status: "retry", reason: "not connected" };
  const [domain, service] = (notify ?? "persistent_notification.create").split(".");
  const title = "Hermes";
  const data =
    notify === undefined
      ? { title, message: message.text, notification_id: id }
      : { title, message: message.plain };
  const command = { type: "call_service", domain, service, service_data: data };
  return outcomeOf(await session.ask(command, signal), id, notify === undefined);
}

function outcomeOf(answer: HomeAnswer, messageId: string, isIdempotent: boolean): SendOutcome {
  if (answer.ok) return { status: "sent", messageId };
  const { code, reason } = answer;
  if (code === "not-sent") return { status: "retry", reason };
  if (code === "unauthorized") return { status: "failed", reason, code: "forbidden" };
  if (code === "not_found" || code === "service_not_found")
    return { status: "failed", reason, code: "no-such-chat" };
  if (code === "invalid_format" || code === "service_validation_error")
    return { status: "failed", reason, code: "bad-content" };
  // No answer, or an error within the action: a notification of the same id is there once, however often it is made.
  return isIdempotent ? { status: "retry", reason } : { status: "uncertain", reason };
}
