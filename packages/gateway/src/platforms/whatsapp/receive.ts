import { dropOldest } from "../drop-oldest.ts";
import type { PlatformHost } from "../platform.ts";
import type { Arrivals } from "./arrivals.ts";
import type { ChatWindows } from "./chat-windows.ts";
import { readMessage } from "./read-message.ts";
import {
  messageSchema,
  statusSchema,
  type WhatsAppContact,
  type WhatsAppMessage,
  type WhatsAppWebhook,
} from "./webhook-schema.ts";
import { lateReason } from "./whatsapp-problems.ts";

export interface ReceiveOptions {
  readonly host: PlatformHost;
  readonly phoneNumberId: string;
  readonly windows: ChatWindows;
  readonly arrivals: Arrivals;
  /** After each message, with the id by which it is shown as read. */
  readonly onMessage: (chatId: string, messageId: string) => void;
}

interface Said {
  readonly message: WhatsAppMessage;
  readonly contacts: readonly WhatsAppContact[];
}

/** Hands over what one webhook holds, in the order in which it was said. Rejects where a message was not kept. */
export function createReceive(options: ReceiveOptions): (webhook: WhatsAppWebhook) => Promise<void> {
  const { host, phoneNumberId, windows, arrivals } = options;
  // Meta repeats the whole webhook for one message in it that was not kept.
  const taken = new Set<string>();

  async function take({ message, contacts }: Said): Promise<void> {
    const received = readMessage(message, contacts);
    if (received === undefined || taken.has(message.id)) return;
    const { chatId } = received.kind === "press" ? received.press.at : received.message.at;
    // Before an answer is made: it asks whether it may be said.
    await windows.heard(chatId, message.timestamp);
    options.onMessage(chatId, message.id);
    if (received.kind === "press") await host.press(received.press);
    else await host.message(received.message);
    taken.add(message.id);
    dropOldest(taken, 1_000);
  }

  function report(raw: unknown): void {
    const read = statusSchema.safeParse(raw).data;
    if (read === undefined) return;
    const { id, status, biz_opaque_callback_data: key, errors } = read;
    if (status !== "failed") return key === undefined ? undefined : arrivals.arrived(key, id);
    const [error] = errors;
    const reason = lateReason(error?.code, error?.reason ?? "no reason was given");
    host.log("warn", "WhatsApp took a message and could not deliver it.", { messageId: id, reason });
  }

  return async (webhook) => {
    const ours = webhook.entry
      .flatMap(({ changes }) => changes)
      .flatMap(({ field, value }) => (field === "messages" && value !== undefined ? [value] : []))
      .filter(({ metadata }) => metadata.phone_number_id === phoneNumberId);
    for (const { statuses } of ours) for (const status of statuses) report(status);
    const said = ours.flatMap(({ messages, contacts }) =>
      messages.flatMap((raw): readonly Said[] => {
        const message = messageSchema.safeParse(raw).data;
        if (message === undefined) host.log("warn", "A message of WhatsApp can't be read.");
        return message === undefined ? [] : [{ message, contacts }];
      }),
    );
    for (const each of said.sort((one, other) => one.message.timestamp - other.message.timestamp))
      // oxlint-disable-next-line no-await-in-loop -- in their order
      await take(each);
  };
}
