import type { OutboundMessage } from "../platform.ts";
import { discordLimits } from "./discord-limits.ts";
import type { DiscordSettings } from "./discord-settings.ts";
import { nonceOf } from "./sent-messages.ts";

const suppressNotifications = 1 << 12;

/** What a message is to Discord. */
export function bodyOf(message: OutboundMessage, allow: DiscordSettings["allow_mentions"]): object {
  const { text, key, replyTo, to, silent, buttons = [] } = message;
  // The message that a thread began with lies outside of it.
  const isReply = replyTo !== undefined && replyTo !== to.threadId;
  return {
    ...(text === "" ? {} : { content: text }),
    nonce: nonceOf(key),
    enforce_nonce: true,
    allowed_mentions: mentionsOf(allow),
    ...(isReply ? { message_reference: { message_id: replyTo, fail_if_not_exists: false } } : {}),
    ...(buttons.length === 0 ? {} : { components: rowsOf(buttons) }),
    ...(silent ? { flags: suppressNotifications } : {}),
  };
}

/** What an edit makes of it: buttons that are not named are gone. */
export function editOf(
  { text, buttons = [] }: OutboundMessage,
  allow: DiscordSettings["allow_mentions"],
): object {
  return { content: text, components: rowsOf(buttons), allowed_mentions: mentionsOf(allow) };
}

function mentionsOf(allow: DiscordSettings["allow_mentions"]): object {
  return {
    parse: allow.filter((kind) => kind !== "replied_user"),
    replied_user: allow.includes("replied_user"),
  };
}

/** Rows of Discord's own length. */
function rowsOf(buttons: NonNullable<OutboundMessage["buttons"]>): readonly object[] {
  const { buttonsPerRow, rows, buttonLabel, customId } = discordLimits;
  return buttons
    .flatMap((row) =>
      Array.from({ length: Math.ceil(row.length / buttonsPerRow) }, (_, index) =>
        row.slice(index * buttonsPerRow, (index + 1) * buttonsPerRow),
      ),
    )
    .slice(0, rows)
    .map((row) => ({
      type: 1,
      components: row.map(({ label, data }) => ({
        type: 2,
        style: 2,
        label: label.slice(0, buttonLabel),
        custom_id: data.slice(0, customId),
      })),
    }));
}

/** A form, as a file comes with it. */
export function formOf(body: object, file: File): FormData {
  const form = new FormData();
  const attachments = [{ id: 0, filename: file.name }];
  form.append("payload_json", JSON.stringify({ ...body, attachments }));
  form.append("files[0]", file, file.name);
  return form;
}
