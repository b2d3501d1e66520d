// Node 22 has isWellFormed and toWellFormed; this repository compiles for ES2023.
/// <reference lib="es2024.string" />
import type {
  AssistantMessage,
  AssistantPart,
  FinishReason,
  Message,
  TextPart,
  ToolMessage,
  UserMessage,
} from "@hermes/models";
import { decodeProvenance, encodeProvenance, unknownSource } from "./stored-provenance.ts";

/**
 * A message as columns. Its text is stored once, in `text`, where search and other programs find it, with the names of files
 * behind it; `body` is JSON of what else there is, and null for a plain message.
 */
export interface MessageColumns {
  readonly role: "user" | "assistant" | "tool";
  readonly text: string;
  readonly body: string | null;
  readonly tool_name: string | null;
  readonly tool_call_id: string | null;
  readonly finish_reason: string | null;
  /** A JSON list of untrusted sources; null for most, absent in a store of an older version. */
  readonly provenance?: string | null;
}

type Part = UserMessage["content"][number] | AssistantPart;

/**
 * In a stored list of parts, a number stands for a text part of that many characters (UTF-16 units) in `text`. Notes on
 * the words of a person are no words of theirs, and stay out of `text`.
 */
type StoredPart = number | Part | StoredNotes;

type StoredNotes = { readonly type: "notes" } & Pick<UserMessage, "notes"> & FormerMark;

/** How messages of untrusted sources were marked before the sources had names. */
interface FormerMark {
  readonly origin?: "untrusted" | undefined;
}

export function encodeMessage(message: Message): MessageColumns {
  if (message.role === "tool") return encodeToolMessage(message);
  return {
    role: message.role,
    ...encodeParts(message.content, message.role === "user" ? notesOf(message) : undefined),
    tool_name: null,
    tool_call_id: null,
    finish_reason: message.role === "assistant" ? (message.finishReason ?? null) : null,
    provenance: encodeProvenance(message.provenance),
  };
}

/** The message that was encoded, equal in every field. */
export function decodeMessage(row: MessageColumns): Message {
  if (row.role === "tool") return decodeToolMessage(row);
  const { content, besides: { origin, ...besides } = {} } = decodeParts(row.text, row.body);
  const sources = decodeProvenance(row.provenance) ?? formerSources(origin);
  // The parts were those of a message of this role when they were encoded.
  if (row.role === "user")
    return { role: "user", content: content as UserMessage["content"], ...besides, ...sources };
  const finish = row.finish_reason === null ? {} : { finishReason: row.finish_reason as FinishReason };
  return { role: "assistant", content: content as AssistantMessage["content"], ...finish, ...sources };
}

/** Text that a person would read, in order; empty for a message of images or calls alone. */
export function textOf(message: Message): string {
  return message.role === "tool" ? message.content : joinTexts(message.content);
}

function notesOf({ notes }: UserMessage): StoredNotes | undefined {
  return notes === undefined ? undefined : { type: "notes", notes };
}

function formerSources(origin: FormerMark["origin"]): Pick<Message, "provenance"> {
  return origin === undefined ? {} : { provenance: unknownSource };
}

function encodeParts(
  parts: readonly Part[],
  notes: StoredNotes | undefined,
): Pick<MessageColumns, "text" | "body"> {
  const [first] = parts;
  if (notes === undefined && parts.length === 1 && first?.type === "text" && first.text.isWellFormed())
    return { text: first.text, body: null };
  const stored = parts.map((part): StoredPart =>
    part.type === "text" && part.text.isWellFormed() ? part.text.length : part,
  );
  if (notes !== undefined) stored.push(notes);
  return { text: withFileNames(parts).toWellFormed(), body: JSON.stringify(stored) };
}

/** Names of files come last, where they move no text: a search finds them. */
function withFileNames(parts: readonly Part[]): string {
  const names = parts.flatMap((part) =>
    part.type === "file" && part.name !== undefined ? [`[file: ${part.name}]`] : [],
  );
  const texts = joinTexts(parts);
  return names.length === 0 ? texts : [...(texts === "" ? [] : [texts]), ...names].join("\n");
}

interface DecodedParts {
  readonly content: readonly Part[];
  readonly besides?: (Pick<UserMessage, "notes"> & FormerMark) | undefined;
}

function decodeParts(text: string, body: string | null): DecodedParts {
  if (body === null) return { content: [{ type: "text", text }] };
  // Written by encodeParts.
  const stored = JSON.parse(body) as readonly StoredPart[];
  const content: Part[] = [];
  let besides: DecodedParts["besides"];
  let start = 0;
  for (const part of stored) {
    if (typeof part !== "number" && part.type === "notes") {
      const { type: _, ...rest } = part;
      besides = rest;
    } else if (typeof part !== "number" && part.type !== "text") content.push(part);
    else {
      const length = typeof part === "number" ? part : part.text.length;
      content.push(
        typeof part === "number" ? { type: "text", text: text.slice(start, start + length) } : part,
      );
      start += length + 1;
    }
  }
  return { content, besides };
}

function joinTexts(parts: readonly Part[]): string {
  return parts
    .filter((part): part is TextPart => part.type === "text")
    .map((part) => part.text)
    .join("\n");
}

function encodeToolMessage({
  role,
  callId,
  name,
  content,
  provenance,
  ...rest
}: ToolMessage): MessageColumns {
  // UTF-8 can't hold half a surrogate pair, JSON can: a text with one is kept whole in the body.
  const whole = {
    ...(callId.isWellFormed() ? {} : { callId }),
    ...(name.isWellFormed() ? {} : { name }),
    ...(content.isWellFormed() ? {} : { content }),
  };
  const body = JSON.stringify({ ...whole, ...rest });
  return {
    role,
    text: content.toWellFormed(),
    body: body === "{}" ? null : body,
    tool_name: name.toWellFormed(),
    tool_call_id: callId.toWellFormed(),
    finish_reason: null,
    provenance: encodeProvenance(provenance),
  };
}

function decodeToolMessage(row: MessageColumns): ToolMessage {
  // Written by encodeToolMessage.
  const { origin, ...rest }: Partial<ToolMessage> & FormerMark =
    row.body === null ? {} : JSON.parse(row.body);
  return {
    role: "tool",
    callId: row.tool_call_id ?? "",
    name: row.tool_name ?? "",
    content: row.text,
    ...rest,
    ...(decodeProvenance(row.provenance) ?? formerSources(origin)),
  };
}
