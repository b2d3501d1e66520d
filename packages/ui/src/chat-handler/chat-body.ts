import * as z from "zod";
import { filePart, idSchema, mediaTypeSchema, someParts } from "./message-parts.ts";
import { readBody, parseWith } from "./read-body.ts";
import type { TurnRequest } from "./begin-turn.ts";
import type { HandlerOptions } from "./handler-options.ts";
import { refused } from "./refusal.ts";

/** What `DefaultChatTransport` posts. Of the messages the last one alone is read. */
const bodySchema = z.object({
  id: idSchema,
  messages: z.array(z.unknown()).min(1),
  trigger: z.enum(["submit-message", "regenerate-message"]).default("submit-message"),
});

const messageSchema = z.object({
  id: z.string().max(200).default(""),
  role: z.enum(["user", "assistant"]),
  parts: z.array(z.looseObject({ type: z.string() })),
});

const partSchema = z.union([
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({
    type: z.literal("file"),
    mediaType: mediaTypeSchema,
    url: z.string(),
    filename: z.string().max(300).optional(),
  }),
]);

const answeredSchema = z.object({
  state: z.literal("approval-responded"),
  approval: z.object({ id: idSchema, approved: z.boolean(), reason: z.string().max(2_000).optional() }),
});

export interface ChatRequest {
  readonly sessionId: string;
  readonly turn: TurnRequest;
  /** The client's id of the message that goes on. */
  readonly messageId: string;
}

/**
 * What a client of the AI SDK asks for. What it says of the past is left unread: the journal knows that.
 *
 * @throws {HermesError} `UI_BAD_REQUEST`, `UI_TOO_LARGE`.
 */
export async function readChatRequest(
  request: Request,
  { maxBodyBytes = 20_000_000, maxParts = 50 }: HandlerOptions,
): Promise<ChatRequest> {
  const { id: sessionId, messages, trigger } = await readBody(request, bodySchema, maxBodyBytes);
  const last = parseWith(messageSchema, messages.at(-1));
  const messageId = last.id;
  if (trigger === "regenerate-message") return { sessionId, messageId, turn: { type: "again" } };
  if (last.role === "assistant") {
    const answers = last.parts.flatMap((part) => answeredSchema.safeParse(part).data?.approval ?? []);
    if (answers.length === 0) throw refused("UI_BAD_REQUEST", "The last message is not a person's.");
    if (answers.length > maxParts) throw refused("UI_TOO_LARGE", `At most ${maxParts} answers at once.`);
    return { sessionId, messageId, turn: { type: "answers", answers } };
  }
  if (last.parts.length > maxParts) throw refused("UI_TOO_LARGE", `A message has at most ${maxParts} parts.`);
  const parts = last.parts
    .filter(({ type }) => type === "text" || type === "file")
    .map((part) => parseWith(partSchema, part))
    .map((part) => (part.type === "text" ? part : filePart(part.mediaType, part.url, part.filename)));
  return { sessionId, messageId, turn: { type: "words", parts: someParts(parts) } };
}
