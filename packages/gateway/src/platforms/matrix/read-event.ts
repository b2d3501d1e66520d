import { z } from "zod";
import type { InboundFile, InboundMessage } from "../platform.ts";
import type { Room, Rooms } from "./rooms.ts";
import type { MatrixEvent } from "./sync-schema.ts";

const maxQuoteChars = 500;

const relation = z
  .object({
    rel_type: z.string().optional().catch(undefined),
    event_id: z.string().optional().catch(undefined),
    is_falling_back: z.boolean().catch(false),
    "m.in_reply_to": z.object({ event_id: z.string() }).optional().catch(undefined),
  })
  .optional()
  .catch(undefined);

const content = z.object({
  msgtype: z.string(),
  body: z.string().catch(""),
  formatted_body: z.string().optional().catch(undefined),
  filename: z.string().optional().catch(undefined),
  url: z.string().optional().catch(undefined),
  info: z
    .object({
      mimetype: z.string().optional().catch(undefined),
      size: z.number().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  "org.matrix.msc3245.voice": z.unknown().optional(),
  "m.mentions": z
    .object({ user_ids: z.array(z.string()).catch([]) })
    .optional()
    .catch(undefined),
});
const message = content.extend({
  "m.relates_to": relation,
  "m.new_content": content.optional().catch(undefined),
});
type Content = z.infer<typeof content>;

/** What an event is to the gateway; undefined for what nobody said, such as that somebody joined, and for what bots say. */
export async function readEvent(
  event: MatrixEvent,
  {
    roomId,
    room,
    rooms,
    self,
  }: { readonly roomId: string; readonly room: Room; readonly rooms: Rooms; readonly self: string },
): Promise<InboundMessage | undefined> {
  const { type, sender, state_key: key } = event;
  const isMessage = type === "m.room.message" || type === "m.sticker";
  if (!isMessage || key !== undefined || sender === self) return undefined;
  const given = type === "m.sticker" ? { msgtype: "m.sticker", ...event.content } : event.content;
  const said = message.safeParse(given).data;
  // A notice is what bots say: who answers it would answer for ever.
  if (said === undefined || said.msgtype === "m.notice") return undefined;
  const link = said["m.relates_to"];
  const isEdit = link?.rel_type === "m.replace" && link.event_id !== undefined;
  const first = isEdit ? await rooms.event(roomId, link.event_id ?? "") : undefined;
  // Only the author edits.
  if (isEdit && first !== undefined && first.sender !== sender) return undefined;
  const words: Content = isEdit ? (said["m.new_content"] ?? said) : said;
  const original = first === undefined ? undefined : message.safeParse(first.content).data;
  const place = isEdit ? original?.["m.relates_to"] : link;
  const replyId = place?.is_falling_back === true ? undefined : place?.["m.in_reply_to"]?.event_id;
  const replyTo = replyId === undefined ? undefined : await replyOf(replyId);
  const files = filesOf(words);
  const written =
    files.length > 0 && (words.filename === undefined || words.filename === words.body) ? "" : words.body;
  const spoken = replyId === undefined ? written : withoutQuote(written);
  const { text, isAddressed } = withoutMention(spoken, words, self, room.names.get(self));
  const isCommand = /^[!/][a-z]/i.test(text);
  const whole = isCommand ? `/${text.slice(1)}` : text;
  if (whole === "" && files.length === 0) return undefined;
  const name = room.names.get(sender);
  const threadId = place?.rel_type === "m.thread" ? place.event_id : undefined;
  return {
    at: { platform: "matrix", chatId: roomId, ...(threadId === undefined ? {} : { threadId }) },
    messageId: isEdit ? (link.event_id ?? event.event_id) : event.event_id,
    updateId: event.event_id,
    chatKind: room.kind,
    chatTitle: room.title,
    sender: { userId: sender, name, handle: sender, isBot: false },
    text: words.msgtype === "m.emote" ? `* ${name ?? sender} ${whole}` : whole,
    sentAt: event.origin_server_ts,
    isAddressed: room.kind === "dm" || isAddressed || isCommand || replyTo?.fromBot === true,
    isEdit,
    replyTo,
    files,
  };

  async function replyOf(messageId: string): Promise<InboundMessage["replyTo"]> {
    const answered = await rooms.event(roomId, messageId);
    const quoted = z.object({ body: z.string() }).safeParse(answered?.content).data?.body;
    return {
      messageId,
      fromBot: answered?.sender === self,
      text: quoted?.slice(0, maxQuoteChars),
    };
  }
}

/** Older clients put what is answered before the answer, as lines with `>`. */
function withoutQuote(body: string): string {
  return body.startsWith("> <@") || body.startsWith("> * <@") ? body.replace(/^(?:>[^\n]*\n)+\n?/, "") : body;
}

/** By the event's own list of who is meant, and by links to the bot; by its name alone only where a client has no such list. */
function withoutMention(
  body: string,
  { formatted_body: html = "", "m.mentions": mentions }: Content,
  self: string,
  name: string | undefined,
): { readonly text: string; readonly isAddressed: boolean } {
  const label = labelOfPill(html, self);
  const localpart = self.slice(1, self.indexOf(":"));
  const calls = [self, label, `@${localpart}`, name, localpart].filter(
    (call): call is string => call !== undefined && call !== "",
  );
  const start = calls.find((call) => body.toLowerCase().startsWith(call.toLowerCase()));
  const rest = start === undefined ? "" : body.slice(start.length);
  const isStart = start !== undefined && /^(?:[:,]|\s|$)/.test(rest);
  const byName =
    mentions === undefined && isStart && (start === self || start.startsWith("@") || /^[:,]/.test(rest));
  const isAddressed = mentions?.user_ids.includes(self) === true || label !== undefined || byName;
  if (!isAddressed) return { text: body.trim(), isAddressed };
  if (isStart) return { text: rest.replace(/^[\s:,]+/, "").trim(), isAddressed };
  const within = [self, label].find((call) => call !== undefined && body.includes(call));
  return { text: (within === undefined ? body : body.replace(within, "")).trim(), isAddressed };
}

/** What a link to somebody shows. */
function labelOfPill(html: string, userId: string): string | undefined {
  // Tags and addresses are looked for one after the other: in one pattern a long tag would take seconds.
  for (const [, tag = "", label = ""] of html.slice(0, 65_536).matchAll(/<a\s([^<>]*)>([^<>]*)<\/a>/gi)) {
    const [, href] = /href=["']https:\/\/matrix\.to\/#\/([^"'?]+)/i.exec(tag) ?? [];
    if (href === userId || href === encodeURIComponent(userId)) return label;
  }
  return undefined;
}

const kinds: Readonly<Record<string, InboundFile["kind"]>> = {
  "m.image": "image",
  "m.audio": "audio",
  "m.video": "video",
  "m.file": "document",
  "m.sticker": "sticker",
};

function filesOf({ msgtype, url, filename, body, info, ...more }: Content): readonly InboundFile[] {
  const kind = kinds[msgtype];
  if (kind === undefined || url === undefined) return [];
  const isVoice = kind === "audio" && more["org.matrix.msc3245.voice"] !== undefined;
  return [
    {
      kind: isVoice ? "voice" : kind,
      name: filename ?? (body === "" ? undefined : body),
      mimeType: info?.mimetype,
      bytes: info?.size,
      reference: url,
    },
  ];
}
