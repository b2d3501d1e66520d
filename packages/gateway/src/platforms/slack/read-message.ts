import type { InboundFile, InboundMessage } from "../platform.ts";
import type { SlackFile, SlackMessage } from "./event-schema.ts";
import { mrkdwnToMarkdown, type Names } from "./mrkdwn-to-markdown.ts";

/** The bot, as Slack knows it. */
export interface SlackBot {
  readonly userId: string;
  readonly botId?: string | undefined;
}

export interface ReadOptions {
  readonly bot: SlackBot;
  readonly chatId: string;
  readonly kind: InboundMessage["chatKind"];
  readonly isEdit: boolean;
  readonly replyInThread: boolean;
  readonly names: Names;
  readonly sender: Omit<InboundMessage["sender"], "userId" | "isBot">;
  readonly chatTitle?: string | undefined;
  /** Whether the bot takes part in a thread. */
  readonly hasThread: (threadTs: string) => boolean;
}

const spoken: ReadonlySet<string | undefined> = new Set([
  undefined,
  "file_share",
  "thread_broadcast",
  "me_message",
]);

/** Whether a person said it: no bot, and none of the notices that somebody joined. */
export function isSpoken({ user, bot_id: botId, subtype }: SlackMessage, bot: SlackBot): boolean {
  return (
    spoken.has(subtype) &&
    botId === undefined &&
    user !== undefined &&
    user !== bot.userId &&
    user !== "USLACKBOT"
  );
}

export function kindOf(chatId: string, channelType: string | undefined): InboundMessage["chatKind"] {
  return channelType === "im" || (channelType === undefined && chatId.startsWith("D")) ? "dm" : "group";
}

/** What a message of a person is to the gateway; undefined for one that holds nothing. */
export function readMessage(message: SlackMessage, options: ReadOptions): InboundMessage | undefined {
  const { bot, chatId, kind, isEdit, hasThread, replyInThread } = options;
  const { ts, user = "", thread_ts: thread, edited } = message;
  const { rest, isMentioned } = withoutMention(message.text, bot);
  // A message that others answer has a thread, and is in none.
  const inThread = thread !== undefined && thread !== ts ? thread : undefined;
  const isReply = inThread !== undefined && message.parent_user_id === bot.userId;
  const isOwn = isReply || (inThread !== undefined && hasThread(inThread));
  const isAddressed = kind === "dm" || isMentioned || isOwn;
  const threadId = inThread ?? (kind !== "dm" && isMentioned && replyInThread ? ts : undefined);
  const words = mrkdwnToMarkdown(rest, options.names).trim();
  const text = [isAddressed ? withCommand(words) : words, ...sharedIn(message, options.names)]
    .filter((part) => part !== "")
    .join("\n");
  const files = message.files.flatMap(fileOf);
  if (text === "" && files.length === 0 && !isMentioned) return undefined;
  return {
    at: { platform: "slack", chatId, ...(threadId === undefined ? {} : { threadId }) },
    messageId: ts,
    // Events have ids of their own, but a mention comes as two events, and what is fetched later has none.
    updateId: isEdit ? `${chatId}:${ts}:${edited?.ts ?? ""}` : `${chatId}:${ts}`,
    chatKind: kind,
    chatTitle: options.chatTitle,
    sender: { userId: user, isBot: false, ...options.sender },
    text,
    sentAt: Math.round(Number(isEdit ? (edited?.ts ?? ts) : ts) * 1_000),
    isAddressed,
    isEdit,
    replyTo: isReply ? { messageId: inThread, fromBot: true } : undefined,
    files,
  };
}

function withoutMention(
  text: string,
  { userId }: SlackBot,
): { readonly rest: string; readonly isMentioned: boolean } {
  // A person's own "<" is written "&lt;": what stands in angle brackets is set by Slack.
  const mention = new RegExp(`<@${userId.replace(/\W/g, "")}(?:\\|[^<>]*)?>[ \\t,:]*`, "g");
  const rest = text.replace(mention, "");
  return { rest, isMentioned: rest !== text };
}

/** Slack keeps what begins with a slash to itself. */
function withCommand(text: string): string {
  return text.replace(/^!(?=[a-z][\w-]*(?:\s|$))/i, "/");
}

function sharedIn({ attachments }: SlackMessage, names: Names): readonly string[] {
  return attachments
    .filter(({ is_share: isShare, is_msg_unfurl: isUnfurl }) => isShare === true || isUnfurl === true)
    .slice(0, 5)
    .map(({ author_name: author = "somebody", text, fallback = "" }) => {
      const name = author.replace(/[\r\n[\]]/g, " ").slice(0, 80);
      return `[Forwarded from ${name}]\n${mrkdwnToMarkdown(text ?? fallback, names)}`;
    });
}

function fileOf(file: SlackFile): readonly InboundFile[] {
  // What other workspaces share comes as an id alone.
  const reference =
    file.url_private_download ?? file.url_private ?? (file.id === undefined ? undefined : `id:${file.id}`);
  if (reference === undefined) return [];
  const { name, mimetype: mimeType, size: bytes, subtype } = file;
  const [major] = (mimeType ?? "").split("/");
  const isMedia = major === "image" || major === "audio" || major === "video";
  const kind = subtype === "slack_audio" ? "voice" : isMedia ? major : "document";
  return [{ kind, name, mimeType, bytes, reference }];
}
