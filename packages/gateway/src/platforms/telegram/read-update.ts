import type { InboundFile, InboundMessage, InboundPress, Sender } from "../platform.ts";
import { entitiesToMarkdown } from "./entities-to-markdown.ts";
import type {
  TelegramMark,
  TelegramMessage,
  TelegramPress,
  TelegramUpdate,
  TelegramUser,
} from "./telegram-update.ts";

const maxQuoteChars = 500;

/** What an update is to the gateway; undefined for what nobody said, such as that somebody joined. */
export function readUpdate(update: TelegramUpdate, bot: TelegramUser): InboundMessage | undefined {
  const message =
    update.message ?? update.channel_post ?? update.edited_message ?? update.edited_channel_post;
  if (message === undefined || message.from?.id === bot.id) return undefined;
  const isEdit = update.edited_message !== undefined || update.edited_channel_post !== undefined;
  const files = filesOf(message);
  const written = message.text ?? message.caption ?? "";
  const entities = message.text === undefined ? message.caption_entities : message.entities;
  const { text, isAddressed } = withoutMentions(written, entities, bot);
  const whole = [forwardedFrom(message), text, ...extrasOf(message)].filter((part) => part !== "").join("\n");
  if (whole === "" && files.length === 0) return undefined;
  const replyTo = replyOf(message, bot);
  const { chat } = message;
  return {
    at: { platform: "telegram", chatId: String(chat.id), ...threadOf(message) },
    messageId: String(message.message_id),
    updateId: String(update.update_id),
    chatKind: kindOf(chat.type),
    chatTitle: chat.title,
    sender: senderOf(message),
    text: whole,
    sentAt: (message.edit_date ?? message.date) * 1_000,
    isAddressed: chat.type === "private" || isAddressed || replyTo?.fromBot === true,
    ...(isEdit ? { isEdit } : {}),
    ...(message.media_group_id === undefined ? {} : { albumId: message.media_group_id }),
    ...(replyTo === undefined ? {} : { replyTo }),
    files,
  };
}

/** Undefined for one without data, or of a message that is not there any more. */
export function readPress(press: TelegramPress): InboundPress | undefined {
  if (press.message === undefined || press.data === undefined) return undefined;
  return {
    at: { platform: "telegram", chatId: String(press.message.chat.id), ...threadOf(press.message) },
    pressId: press.id,
    messageId: String(press.message.message_id),
    sender: personOf(press.from),
    data: press.data,
  };
}

export function kindOf(type: TelegramMessage["chat"]["type"]): InboundMessage["chatKind"] {
  return type === "private" ? "dm" : type === "channel" ? "channel" : "group";
}

/** Outside of topics the number of a thread is just that of its first message. */
function threadOf(message: Pick<TelegramMessage, "message_thread_id" | "is_topic_message">): {
  threadId?: string;
} {
  return message.is_topic_message && message.message_thread_id !== undefined
    ? { threadId: String(message.message_thread_id) }
    : {};
}

/** Who writes in the name of a chat (a channel, an anonymous admin) is that chat. */
function senderOf({ from, sender_chat: author, chat }: TelegramMessage): Sender {
  if (author !== undefined || from === undefined) {
    const { id, title, username } = author ?? chat;
    return { userId: String(id), name: title, handle: username, isBot: false };
  }
  return personOf(from);
}

function personOf(user: TelegramUser): Sender {
  return {
    userId: String(user.id),
    name: [user.first_name, user.last_name].filter(Boolean).join(" "),
    handle: user.username,
    isBot: user.is_bot,
  };
}

/** By the entities, which Telegram sets: a name within a word or an address is none. */
function withoutMentions(
  text: string,
  entities: readonly TelegramMark[],
  bot: TelegramUser,
): { readonly text: string; readonly isAddressed: boolean } {
  const name = `@${bot.username ?? ""}`.toLowerCase();
  let isAddressed = false;
  const cuts: { readonly from: number; readonly to: number }[] = [];
  for (const { type, offset, length, user } of entities) {
    const said = text.slice(offset, offset + length);
    const to = offset + length;
    if (
      (type === "mention" && said.toLowerCase() === name) ||
      (type === "text_mention" && user?.id === bot.id)
    ) {
      isAddressed = true;
      cuts.push({ from: offset, to: to + (/^[ \t,:]+/.exec(text.slice(to))?.[0].length ?? 0) });
    } else if (type === "bot_command" && offset === 0) {
      const at = said.indexOf("@");
      if (at === -1) isAddressed = true;
      else if (said.slice(at).toLowerCase() === name) {
        isAddressed = true;
        cuts.push({ from: offset + at, to });
      }
    }
  }
  const kept = cuts.sort((one, other) => one.from - other.from);
  return { text: entitiesToMarkdown(...cutOut(text, entities, kept)).trim(), isAddressed };
}

/** The text without these ranges, and the entities where they are then. */
function cutOut(
  text: string,
  entities: readonly TelegramMark[],
  cuts: readonly { readonly from: number; readonly to: number }[],
): [string, TelegramMark[]] {
  const moved = (at: number): number =>
    at - cuts.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(at, to) - from), 0);
  const rest = cuts.reduceRight((left, { from, to }) => left.slice(0, from) + left.slice(to), text);
  return [
    rest,
    entities.map((entity) => {
      const offset = moved(entity.offset);
      return { ...entity, offset, length: moved(entity.offset + entity.length) - offset };
    }),
  ];
}

function replyOf(message: TelegramMessage, bot: TelegramUser): InboundMessage["replyTo"] {
  const reply = message.reply_to_message;
  // In a topic everything is a reply to the message that opened it.
  if (reply === undefined || reply.forum_topic_created !== undefined) return undefined;
  const text = message.quote?.text ?? reply.text ?? reply.caption;
  return {
    messageId: String(reply.message_id),
    fromBot: reply.from?.id === bot.id,
    ...(text === undefined ? {} : { text: text.slice(0, maxQuoteChars) }),
  };
}

function forwardedFrom({ forward_origin: origin }: TelegramMessage): string {
  if (origin === undefined) return "";
  const chat = origin.sender_chat ?? origin.chat;
  const name = origin.sender_user?.first_name ?? origin.sender_user_name ?? chat?.title ?? "somebody";
  return `[Forwarded from ${name.replace(/[\r\n[\]]/g, " ").slice(0, 80)}]`;
}

/** What is no text, as text. */
function extrasOf({ location, venue, contact, poll, sticker }: TelegramMessage): readonly string[] {
  return [
    ...(venue === undefined ? [] : [`[Place: ${venue.title}, ${venue.address}]`]),
    ...(location === undefined ? [] : [`[Location: ${location.latitude}, ${location.longitude}]`]),
    ...(contact === undefined
      ? []
      : [
          `[Contact: ${[contact.first_name, contact.last_name].filter(Boolean).join(" ")}, ${contact.phone_number}]`,
        ]),
    ...(poll === undefined
      ? []
      : [`[Poll: ${poll.question} ${poll.options.map(({ text }) => `(${text})`).join(" ")}]`]),
    ...(sticker?.emoji === undefined ? [] : [`[Sticker: ${sticker.emoji}]`]),
  ];
}

function filesOf(message: TelegramMessage): readonly InboundFile[] {
  const photo = message.photo?.reduce((largest, each) =>
    (each.file_size ?? 0) >= (largest.file_size ?? 0) ? each : largest,
  );
  const found: readonly (readonly [InboundFile["kind"], TelegramMessage["document"]])[] = [
    ["image", photo],
    ["voice", message.voice],
    ["audio", message.audio],
    ["video", message.video ?? message.video_note ?? message.animation],
    // An animation comes as a document as well.
    ["document", message.animation === undefined ? message.document : undefined],
    ["sticker", message.sticker],
  ];
  return found.flatMap(([kind, file]) =>
    file === undefined
      ? []
      : [
          {
            kind,
            name: file.file_name,
            mimeType: file.mime_type,
            bytes: file.file_size,
            reference: file.file_id,
          },
        ],
  );
}
