import type { InboundFile, InboundMessage, Sender } from "../platform.ts";
import type { DiscordMessage, DiscordUser } from "./discord-types.ts";
import type { DiscordSettings } from "./discord-settings.ts";
import type { KnownChannel } from "./discord-state.ts";
import { isThread, placeOf } from "./channels.ts";

const maxQuoteChars = 500;
const voiceMessage = 1 << 13;

export interface ReadOptions {
  readonly bot: { readonly id: string };
  /** Roles that stand for the bot alone. */
  readonly roles: ReadonlySet<string>;
  readonly channel: KnownChannel;
  readonly settings: Pick<
    DiscordSettings,
    "allowed_channels" | "ignored_channels" | "no_thread_channels" | "auto_thread"
  >;
}

/** What a message is to the gateway; undefined for what no person said, or not to us. */
export function readMessage(message: DiscordMessage, options: ReadOptions): InboundMessage | undefined {
  const { bot, channel, settings } = options;
  const { author, webhook_id: webhookId, type, edited_timestamp: editedAt } = message;
  // Type 0 is a message, 19 a reply; the others say who joined, what was pinned, and the like.
  if (author.bot || webhookId !== undefined || (type !== 0 && type !== 19)) return undefined;
  const isDm = channel.guildId === undefined;
  const place = placeOf(message.channel_id, channel);
  if (!isDm && !isServed(place, settings)) return undefined;
  const { text, isMentioned } = withoutMentions(message, options);
  const forwarded = message.message_snapshots?.[0]?.message;
  const whole = [
    text,
    ...(forwarded === undefined ? [] : [`[Forwarded]\n${forwarded.content}`]),
    ...message.sticker_items.map(({ name }) => `[Sticker: ${name}]`),
  ]
    .filter((part) => part !== "")
    .join("\n");
  const files = filesOf(message);
  if (whole === "" && files.length === 0 && !isMentioned) return undefined;
  const replyTo = replyOf(message, bot.id);
  const opensThread = isMentioned && mayOpenThread(place.chatId, channel, settings);
  return {
    at: { platform: "discord", ...place, ...(opensThread ? { threadId: message.id } : {}) },
    messageId: message.id,
    chatKind: isDm ? "dm" : "group",
    chatTitle: isDm ? undefined : channel.name,
    sender: senderOf(author, message.member?.nick),
    text: whole,
    sentAt: timeOf(editedAt ?? message.timestamp),
    isAddressed:
      isDm ||
      isMentioned ||
      replyTo?.fromBot === true ||
      message.mentions.some(({ id }) => id === bot.id) ||
      (isThread(channel) && channel.ownerId === bot.id),
    ...(editedAt === undefined ? {} : { isEdit: true, updateId: `${message.id}:${editedAt}` }),
    replyTo,
    files,
  };
}

export function senderOf(
  { id, username, global_name: name, bot }: DiscordUser,
  nick?: string | null,
): Sender {
  return { userId: id, name: nick ?? name ?? username, handle: username, isBot: bot };
}

/** By the ids that Discord sets; `@everyone` means nobody in particular. */
function withoutMentions(
  { content, mentions, mention_roles: mentionedRoles }: DiscordMessage,
  { bot, roles }: ReadOptions,
): { readonly text: string; readonly isMentioned: boolean } {
  let isMentioned = false;
  const text = content
    .replace(/<@([!&]?)([\w-]{1,64})>([ \t,:]*)/g, (whole, kind: string, id: string, after: string) => {
      const isRole = kind === "&";
      if (isRole ? roles.has(id) && mentionedRoles.includes(id) : id === bot.id) {
        isMentioned = true;
        return "";
      }
      const named = isRole ? undefined : mentions.find((each) => each.id === id);
      return named === undefined ? whole : `@${named.global_name ?? named.username}${after}`;
    })
    .trim();
  return { text, isMentioned };
}

function isServed(
  { chatId, threadId }: { readonly chatId: string; readonly threadId?: string | undefined },
  { allowed_channels: allowed, ignored_channels: ignored }: ReadOptions["settings"],
): boolean {
  const isIn = (list: readonly string[]): boolean =>
    list.includes(chatId) || list.includes("*") || (threadId !== undefined && list.includes(threadId));
  return (allowed.length === 0 || isIn(allowed)) && !isIn(ignored);
}

/** Threads can be made in channels for text (0) and for announcements (5). */
function mayOpenThread(
  chatId: string,
  { guildId, type = 0 }: KnownChannel,
  { auto_thread: auto, no_thread_channels: without }: ReadOptions["settings"],
): boolean {
  const isOff = !auto || without.includes(chatId) || without.includes("*");
  return guildId !== undefined && !isOff && (type === 0 || type === 5);
}

function replyOf(message: DiscordMessage, botId: string): InboundMessage["replyTo"] {
  const replied = message.referenced_message;
  if (message.type !== 19 || replied === undefined) return undefined;
  const { id: messageId, content, author } = replied;
  return { messageId, fromBot: author.id === botId, text: content.slice(0, maxQuoteChars) || undefined };
}

function filesOf(message: DiscordMessage): readonly InboundFile[] {
  const forwarded = message.message_snapshots?.[0]?.message.attachments ?? [];
  return [...message.attachments, ...forwarded].map(({ id, filename, content_type: type, size, url }) => ({
    kind: kindOf(type ?? "", ((message.flags ?? 0) & voiceMessage) !== 0),
    name: filename,
    mimeType: type?.split(";")[0],
    bytes: size,
    reference: JSON.stringify({ channel: message.channel_id, message: message.id, id, url }),
  }));
}

function kindOf(type: string, isVoice: boolean): InboundFile["kind"] {
  const [group] = type.split("/");
  if (group === "audio") return isVoice ? "voice" : "audio";
  return group === "image" || group === "video" ? group : "document";
}

function timeOf(timestamp: string): number {
  const time = Date.parse(timestamp);
  return Number.isNaN(time) ? Date.now() : time;
}
