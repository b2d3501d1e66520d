import type { InboundFile, InboundMessage, InboundPress, Sender } from "../platform.ts";
import type { WhatsAppContact, WhatsAppMedia, WhatsAppMessage } from "./webhook-schema.ts";

export type Received =
  | { readonly kind: "message"; readonly message: InboundMessage }
  | { readonly kind: "press"; readonly press: InboundPress };

/** Undefined for what is nothing to answer: a reaction, a notice of the system, a message of a group. */
export function readMessage(
  message: WhatsAppMessage,
  contacts: readonly WhatsAppContact[],
): Received | undefined {
  const { id, from, from_user_id: bsuid, type, context, timestamp: sentAt, interactive } = message;
  const contact = contacts.find(({ wa_id, user_id }) =>
    from === undefined ? user_id === bsuid : wa_id === from,
  );
  const userId =
    from ?? bsuid ?? contact?.user_id ?? (contacts.length === 1 ? contacts[0]?.user_id : undefined);
  if (userId === undefined || message.group_id !== undefined || ignored.has(type)) return undefined;
  const at = { platform: "whatsapp", chatId: userId };
  const sender: Sender = { userId, name: contact?.name, handle: contact?.username, isBot: false };
  const chosen = interactive?.button_reply ?? interactive?.list_reply;
  // What is longer was made by another program that uses this number.
  if (chosen !== undefined && context?.id !== undefined && Buffer.byteLength(chosen.id) <= 64)
    return {
      kind: "press",
      press: { at, pressId: id, messageId: context.id, sender, data: chosen.id },
    };
  const files = filesOf(message);
  const text = textOf(message);
  return {
    kind: "message",
    message: {
      ...{ at, messageId: id, chatKind: "dm", sender, sentAt, files, isAddressed: true },
      text: text === "" && files.length === 0 ? `[A message that can't be read here: ${type}]` : text,
      ...(context?.id === undefined
        ? {}
        : { replyTo: { messageId: context.id, fromBot: context.from !== userId } }),
    },
  };
}

const ignored: ReadonlySet<string> = new Set(["reaction", "system", "request_welcome", "edit", "revoke"]);

function textOf({ text, button, interactive, location, contacts, ...message }: WhatsAppMessage): string {
  const chosen = interactive?.button_reply ?? interactive?.list_reply;
  const place = [location?.name, location?.address].filter(Boolean).join(", ");
  return [
    text?.body ?? button?.text ?? chosen?.title ?? interactive?.nfm_reply?.body,
    ...media(message).map(([, { caption }]) => caption),
    place === "" ? undefined : `[Place: ${place}]`,
    location === undefined ? undefined : `[Location: ${location.latitude}, ${location.longitude}]`,
    ...(contacts ?? []).map(({ name, phones }) => {
      const said = [name?.formatted_name, ...(phones ?? []).map(({ phone }) => phone)];
      return `[Contact: ${said.filter(Boolean).join(", ")}]`;
    }),
  ]
    .filter((part) => part !== undefined && part !== "")
    .join("\n");
}

function filesOf(message: WhatsAppMessage): readonly InboundFile[] {
  return media(message).map(([kind, { id, filename, mime_type: mimeType, voice }]) => ({
    kind: kind === "audio" && voice === true ? "voice" : kind,
    name: filename,
    // Such as `audio/ogg; codecs=opus`.
    mimeType: mimeType?.split(";")[0]?.trim(),
    reference: id,
  }));
}

const kinds = ["image", "audio", "video", "document", "sticker"] as const;

function media(
  message: Pick<WhatsAppMessage, (typeof kinds)[number]>,
): readonly (readonly [(typeof kinds)[number], WhatsAppMedia])[] {
  return kinds.flatMap((kind) => {
    const found = message[kind];
    return found === undefined ? [] : [[kind, found] as const];
  });
}
