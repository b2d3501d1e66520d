import { z } from "zod";
import { withoutControls } from "../../presentation/render-markdown.ts";
import type { InboundFile, InboundMessage } from "../platform.ts";
import { groupChat, messageIdOf, targetOf } from "./ids.ts";
import type { OwnMessages } from "./own-messages.ts";
import { type TextStyle, stylesToMarkdown } from "./text-styles.ts";

const maxQuoteChars = 500;

// Lenient: what is not as expected is left out, so that one odd field doesn't lose a message.
const text = z.string().nullish().catch(undefined);
/** Milliseconds since 1970: with its author this is what a message is known by. */
const timestamp = z.int().nonnegative();
const range = { start: z.int(), length: z.int() };

function listOf<Item>(item: z.ZodType<Item>): z.ZodType<Item[]> {
  return z
    .array(z.unknown())
    .nullish()
    .catch(undefined)
    .transform((all) =>
      (all ?? []).flatMap((each) => {
        const parsed = item.safeParse(each);
        return parsed.success ? [parsed.data] : [];
      }),
    );
}

const file = z.object({
  id: z.string().min(1),
  contentType: text,
  filename: text,
  size: z.number().nullish().catch(undefined),
  voiceNote: z.boolean().nullish().catch(undefined),
});

const contact = z.object({
  name: z.object({ display: text, given: text, family: text }).nullish().catch(undefined),
  phone: listOf(z.object({ value: z.string() }).transform(({ value }) => value)),
});

const content = {
  message: text,
  groupInfo: z.object({ groupId: z.string().min(1), groupName: text }).nullish(),
  mentions: listOf(z.object({ ...range, name: text, number: text, uuid: text })),
  textStyles: listOf(z.object({ ...range, style: z.string() })),
  attachments: listOf(file),
  quote: z
    .object({ id: timestamp, author: text, authorNumber: text, authorUuid: text, text })
    .nullish()
    .catch(undefined),
  sticker: z.unknown().optional(),
  contacts: listOf(contact),
  reaction: z.unknown().optional(),
  remoteDelete: z.unknown().optional(),
};

const dataMessage = z.object({ ...content, timestamp });
const editMessage = z.object({ targetSentTimestamp: timestamp, dataMessage });

const sentMessage = z.object({
  ...content,
  timestamp: timestamp.optional(),
  destination: text,
  destinationNumber: text,
  destinationUuid: text,
  editMessage: editMessage.nullish(),
});

const envelopeSchema = z.object({
  source: text,
  sourceNumber: text,
  sourceUuid: text,
  sourceName: text,
  dataMessage: dataMessage.nullish(),
  editMessage: editMessage.nullish(),
  syncMessage: z.object({ sentMessage: sentMessage.nullish() }).nullish(),
});

const received = z.object({ account: text, envelope: envelopeSchema });

/** One event of the daemon: what came in, or that it could not be read. As a notification of JSON-RPC it is wrapped. */
const eventSchema = z.union([
  z.object({ params: z.object({ result: received }) }).transform(({ params }) => params.result),
  z.object({ params: received }).transform(({ params }) => params),
  received,
]);

type Envelope = z.infer<typeof envelopeSchema>;
type Content = z.infer<typeof dataMessage>;

export interface Reader {
  /** The number of the bot's account. */
  readonly account: string;
  /** Its UUID, once something told it. */
  readonly ownUuid: string | undefined;
  /** Ids that the owner wrote into the lists of who may speak. */
  readonly named: ReadonlySet<string>;
  readonly own: OwnMessages;
}

export type ReadEvent =
  /** Not understood. */
  | { readonly problem: string }
  | {
      /** Of the bot's own account, where the event tells it. */
      readonly ownUuid: string | undefined;
      readonly message: InboundMessage | undefined;
    };

/** One event of the stream; without a message where nobody said anything to the bot. */
export function readEvent(event: unknown, reader: Reader): ReadEvent {
  const parsed = eventSchema.safeParse(event);
  if (!parsed.success) return { problem: parsed.error.issues[0]?.path.join(".") ?? "" };
  const { envelope, account: to } = parsed.data;
  const { account } = reader;
  if (to && to !== account) return { ownUuid: reader.ownUuid, message: undefined };
  const isOwnNumber = numberOf(envelope.sourceNumber ?? envelope.source) === account;
  const ownUuid = (isOwnNumber ? envelope.sourceUuid?.toLowerCase() : undefined) ?? reader.ownUuid;
  return { ownUuid, message: readEnvelope(envelope, { ...reader, ownUuid }) };
}

/** What came in is to the gateway; undefined for what nobody said to the bot: receipts, reactions, stories, own messages. */
function readEnvelope(envelope: Envelope, reader: Reader): InboundMessage | undefined {
  const { account, own } = reader;
  const sourceUuid = envelope.sourceUuid?.toLowerCase();
  const sourceNumber = numberOf(envelope.sourceNumber ?? envelope.source);
  const isSelf = sourceNumber === account || (sourceUuid !== undefined && sourceUuid === reader.ownUuid);
  const found = contentOf(envelope, isSelf, reader);
  if (found === undefined) return undefined;
  const { content, edits } = found;
  const { groupInfo } = content;
  const userId = isSelf
    ? account
    : userIdOf(sourceNumber, sourceUuid ?? envelope.source?.toLowerCase(), reader);
  if (userId === undefined || (isSelf && groupInfo)) return undefined;
  if (content.reaction || content.remoteDelete) return undefined;
  const { text, isMentioned } = textOf(content, reader);
  if (isSelf && own.isEcho(content.timestamp, content.message ?? "")) return undefined;
  const chatId = groupInfo ? groupChat(groupInfo.groupId) : userId;
  const files = content.attachments.map((file) => fileOf(file, chatId));
  if (text === "" && files.length === 0) return undefined;
  const author = isSelf ? account : (sourceUuid ?? userId);
  const replyTo = replyOf(content, reader);
  return {
    at: { platform: "signal", chatId },
    messageId: messageIdOf(author, edits ?? content.timestamp),
    updateId: messageIdOf(author, content.timestamp),
    chatKind: groupInfo ? "group" : "dm",
    chatTitle: groupInfo?.groupName ?? undefined,
    sender: { userId, name: envelope.sourceName ?? undefined, isBot: false },
    text,
    sentAt: content.timestamp,
    isAddressed: !groupInfo || isMentioned || replyTo?.fromBot === true || text.startsWith("/"),
    ...(edits === undefined ? {} : { isEdit: true }),
    ...(replyTo === undefined ? {} : { replyTo }),
    files,
  };
}

/** Of what the account itself sends from its other devices, only notes to itself are meant for the bot. */
function contentOf(
  { dataMessage, editMessage, syncMessage }: Envelope,
  isSelf: boolean,
  { account, ownUuid }: Reader,
): { readonly content: Content; readonly edits?: number } | undefined {
  if (dataMessage) return { content: dataMessage };
  if (editMessage) return { content: editMessage.dataMessage, edits: editMessage.targetSentTimestamp };
  const sent = syncMessage?.sentMessage;
  if (!sent || !isSelf) return undefined;
  const to = [sent.destinationNumber, sent.destinationUuid?.toLowerCase(), sent.destination];
  if (!to.includes(account) && (ownUuid === undefined || !to.includes(ownUuid))) return undefined;
  if (sent.editMessage)
    return { content: sent.editMessage.dataMessage, edits: sent.editMessage.targetSentTimestamp };
  const { timestamp } = sent;
  return timestamp === undefined ? undefined : { content: { ...sent, timestamp } };
}

/** The number, which people know of each other; the UUID of who hides it, or where the owner wrote that. */
function userIdOf(
  number: string | undefined,
  uuid: string | undefined,
  { named }: Reader,
): string | undefined {
  return uuid !== undefined && (number === undefined || (named.has(uuid) && !named.has(number)))
    ? uuid
    : number;
}

function numberOf(source: string | null | undefined): string | undefined {
  return source?.startsWith("+") === true ? source : undefined;
}

function isOwn(
  who: { readonly number?: string | null | undefined; readonly uuid?: string | null | undefined },
  { account, ownUuid }: Reader,
): boolean {
  return who.number === account || (ownUuid !== undefined && who.uuid?.toLowerCase() === ownUuid);
}

/** Mentions are ranges over a placeholder: that of the bot is taken out, others become names. */
function textOf(content: Content, reader: Reader): { readonly text: string; readonly isMentioned: boolean } {
  let message = content.message ?? "";
  let styles: readonly TextStyle[] = content.textStyles;
  let isMentioned = false;
  const mentions = content.mentions.toSorted((one, other) => other.start - one.start);
  for (const mention of mentions) {
    const { start, length, name, number, uuid } = mention;
    if (start < 0 || length < 0 || start + length > message.length) continue;
    const isBot = isOwn(mention, reader);
    isMentioned ||= isBot;
    const word = isBot ? "" : `@${(name ?? number ?? uuid ?? "somebody").replaceAll("\n", " ")}`;
    const rest = message.slice(start + length);
    const gap = isBot ? (/^[ \t,:]+/.exec(rest)?.[0].length ?? 0) : 0;
    message = message.slice(0, start) + word + rest.slice(gap);
    styles = styles.map((style) => moved(style, start, length + gap, word.length));
  }
  const marked = stylesToMarkdown(message, styles);
  const extras = [
    ...(content.sticker ? ["[Sticker]"] : []),
    ...content.contacts.map(({ name, phone }) => {
      const called = name?.display ?? [name?.given, name?.family].filter(Boolean).join(" ");
      return `[Contact: ${[called, ...phone].filter(Boolean).join(", ")}]`;
    }),
  ];
  const text = [withoutControls(marked).trim(), ...extras].filter((part) => part !== "").join("\n");
  return { text, isMentioned };
}

/** Where a range is once `length` units at `at` were replaced by so many. */
function moved(style: TextStyle, at: number, length: number, by: number): TextStyle {
  const move = (offset: number, inside: number): number =>
    offset <= at ? offset : offset >= at + length ? offset - length + by : inside;
  const start = move(style.start, at + by);
  return { ...style, start, length: move(style.start + style.length, at + by) - start };
}

function replyOf({ quote }: Content, reader: Reader): InboundMessage["replyTo"] {
  if (!quote) return undefined;
  const { id, author, authorNumber, authorUuid, text } = quote;
  const fromBot =
    reader.own.has(id) || isOwn({ number: authorNumber ?? author, uuid: authorUuid ?? author }, reader);
  const who = fromBot ? reader.account : (authorUuid ?? authorNumber ?? author ?? "");
  return {
    messageId: messageIdOf(who, id),
    fromBot,
    ...(text ? { text: withoutControls(text).slice(0, maxQuoteChars) } : {}),
  };
}

function fileOf(file: Content["attachments"][number], chatId: string): InboundFile {
  const { id, contentType, filename, size, voiceNote } = file;
  const [type = ""] = (contentType ?? "").split("/");
  // A voice message is audio that nobody named.
  const isVoice = voiceNote === true || (type === "audio" && !filename);
  return {
    kind: isVoice ? "voice" : type === "image" || type === "audio" || type === "video" ? type : "document",
    name: filename ?? undefined,
    mimeType: contentType ?? undefined,
    bytes: size ?? undefined,
    reference: JSON.stringify({ id, size, ...targetOf({ chatId }) }),
  };
}
