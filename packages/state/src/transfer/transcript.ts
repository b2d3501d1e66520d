import type {
  AssistantPart,
  FinishReason,
  ImageData,
  MediaSource,
  Message,
  TextPart,
  UserMessage,
  UserPart,
} from "@hermes/models";
import { textOf } from "../message-row.ts";
import { sourcesOf, unknownSource } from "../stored-provenance.ts";

/** A message as chat completions write it; one per line in a transcript. Unknown fields are ignored. */
export interface TranscriptMessage {
  readonly role?: unknown;
  readonly content?: unknown;
  readonly tool_calls?: unknown;
  readonly tool_call_id?: unknown;
  readonly tool_name?: unknown;
  readonly name?: unknown;
  readonly reasoning?: unknown;
  readonly reasoning_content?: unknown;
  readonly finish_reason?: unknown;
  /** Whether a tool failed, and what the loop added to its result or to a person's words: written by an export. */
  readonly is_error?: unknown;
  readonly notes?: unknown;
  /** Untrusted sources of it; before they had names, `origin` was `untrusted`. */
  readonly provenance?: unknown;
  readonly origin?: unknown;
  /** Seconds since 1970, or an ISO time. */
  readonly timestamp?: unknown;
}

/** @returns Undefined for what is no message of a session: a system prompt, a remark about the session. */
export function fromTranscript(line: TranscriptMessage): Message | undefined {
  const parts = partsOf(line.content);
  if (line.role === "user") return { role: "user", content: parts, ...besidesOf(line) };
  if (line.role === "assistant") return fromAssistant(line, parts);
  if (line.role !== "tool") return undefined;
  const images = parts.filter((part): part is ImageData => part.type === "image" && part.data !== undefined);
  return {
    role: "tool",
    callId: stringOf(line.tool_call_id),
    name: stringOf(line.tool_name) || stringOf(line.name),
    content: textOf({ role: "user", content: parts }),
    ...(images.length > 0 ? { images } : {}),
    ...(typeof line.is_error === "boolean" ? { isError: line.is_error } : {}),
    ...besidesOf(line),
  };
}

export function toTranscript(message: Message, at: number): object {
  const timestamp = at / 1_000;
  const text = textOf(message);
  if (message.role === "user") {
    const { content, notes, provenance } = message;
    return {
      role: "user",
      content: withMedia(content),
      ...(notes === undefined ? {} : { notes }),
      ...(provenance === undefined ? {} : { provenance }),
      timestamp,
    };
  }
  if (message.role === "tool") {
    const { callId, name, content, images = [], isError, notes, provenance } = message;
    return {
      role: "tool",
      content: withMedia([{ type: "text", text: content }, ...images]),
      tool_call_id: callId,
      tool_name: name,
      ...(isError === undefined ? {} : { is_error: isError }),
      ...(notes === undefined ? {} : { notes }),
      ...(provenance === undefined ? {} : { provenance }),
      timestamp,
    };
  }
  const calls = message.content.flatMap((part) => (part.type === "tool-call" ? [part] : []));
  const reasoning = message.content
    .flatMap((part) => (part.type === "reasoning" ? [part.text] : []))
    .join("\n");
  return {
    role: "assistant",
    content: text,
    ...(reasoning === "" ? {} : { reasoning }),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map(({ id, name, arguments: args }) => ({
            id,
            type: "function",
            function: { name, arguments: args },
          })),
        }),
    ...(message.finishReason === undefined
      ? {}
      : { finish_reason: message.finishReason === "tool-calls" ? "tool_calls" : message.finishReason }),
    timestamp,
  };
}

/** A plain text where there is nothing else. */
function withMedia(parts: readonly UserPart[]): string | readonly object[] {
  if (parts.every((part) => part.type === "text")) return parts.map((part) => part.text).join("");
  return parts.map((part) => {
    if (part.type === "text") return part;
    const { type, mediaType } = part;
    const { data, url, fileId } = part;
    const address = data === undefined ? url : `data:${mediaType};base64,${data}`;
    const said = part.asText === undefined ? {} : { as_text: part.asText };
    if (type === "image" && address !== undefined)
      return { type: "image_url", image_url: { url: address, ...said }, media_type: mediaType };
    const id = { file_id: fileId, provider: fileId === undefined ? undefined : part.provider };
    const place = address === undefined ? id : { file_data: address };
    if (type === "image") return { type, file: { ...place, ...said }, media_type: mediaType };
    const name = part.name === undefined ? {} : { filename: part.name };
    return { type, file: { ...name, ...place, ...said }, media_type: mediaType };
  });
}

/** Milliseconds since 1970; undefined when there is no time. */
export function timeOfTranscript(timestamp: unknown): number | undefined {
  if (typeof timestamp === "number" && Number.isFinite(timestamp)) return Math.round(timestamp * 1_000);
  const time = typeof timestamp === "string" ? Date.parse(timestamp) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** The time that the original puts at the start of a session's id, such as `20261019_100900_ab12cd`, as local time. */
export function timeOfId(id: string): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)(?:_|$)/.exec(id);
  if (parts === null) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}`);
  return Number.isNaN(time) ? undefined : time;
}

function fromAssistant(line: TranscriptMessage, parts: readonly UserPart[]): Message {
  const reasoning = stringOf(line.reasoning) || stringOf(line.reasoning_content);
  const content: AssistantPart[] = [
    ...(reasoning === "" ? [] : [{ type: "reasoning", text: reasoning } as const]),
    // A message of calls alone has an empty text in a transcript, and none in a store.
    ...parts.filter((part): part is TextPart => part.type === "text" && part.text !== ""),
    ...callsOf(line.tool_calls),
  ];
  const finishReason = finishReasonOf(line.finish_reason);
  return { role: "assistant", content, ...(finishReason === undefined ? {} : { finishReason }) };
}

function besidesOf({
  notes,
  provenance,
  origin,
}: TranscriptMessage): Pick<UserMessage, "notes" | "provenance"> {
  const sources =
    sourcesOf(provenance) ?? (provenance !== undefined || origin === "untrusted" ? unknownSource : undefined);
  return {
    ...(Array.isArray(notes) ? { notes: notes.filter((note) => typeof note === "string") } : {}),
    ...(sources === undefined ? {} : { provenance: sources }),
  };
}

function callsOf(calls: unknown): readonly AssistantPart[] {
  const list = typeof calls === "string" ? parsed(calls) : calls;
  if (!Array.isArray(list)) return [];
  return list.filter(isRecord).map((call): AssistantPart => {
    const target = isRecord(call["function"]) ? call["function"] : call;
    const args = target["arguments"];
    return {
      type: "tool-call",
      id: stringOf(call["id"]) || stringOf(call["call_id"]),
      name: stringOf(target["name"]),
      arguments: typeof args === "string" ? args : JSON.stringify(args ?? {}),
    };
  });
}

/** A text, a list of parts, or (in the original's database) a list as JSON behind a mark. */
function partsOf(content: unknown): readonly UserPart[] {
  if (typeof content === "string")
    return content.startsWith("\0json:")
      ? partsOf(parsed(content.slice(6)))
      : [{ type: "text", text: content }];
  if (!Array.isArray(content))
    return content === null || content === undefined ? [] : [{ type: "text", text: JSON.stringify(content) }];
  return content.flatMap((part): readonly UserPart[] => {
    if (typeof part === "string") return [{ type: "text", text: part }];
    if (!isRecord(part)) return [];
    if (typeof part["text"] === "string") return [{ type: "text", text: part["text"] }];
    const image = isRecord(part["image_url"]) ? part["image_url"]["url"] : part["image_url"];
    const file = isRecord(part["file"]) ? part["file"] : {};
    const found = sourceOf(stringOf(image) || stringOf(file["file_data"]), file);
    const mediaType = found?.mediaType ?? stringOf(part["media_type"]);
    if (found === undefined || mediaType === "")
      return [{ type: "text", text: typeof image === "string" ? image : JSON.stringify(part) }];
    const holder = isRecord(part["image_url"]) ? part["image_url"] : file;
    const asText = typeof holder["as_text"] === "string" ? { asText: holder["as_text"] } : {};
    if (part["type"] !== "file") return [{ type: "image", mediaType, ...asText, ...found.source }];
    const name = stringOf(file["filename"]);
    return [{ type: "file", mediaType, ...(name === "" ? {} : { name }), ...asText, ...found.source }];
  });
}

/** Undefined: there is none. */
function sourceOf(
  address: string,
  file: Readonly<Record<string, unknown>>,
): { readonly mediaType?: string | undefined; readonly source: MediaSource } | undefined {
  const [, mediaType, data] = /^data:([^;,]+);base64,(.*)$/s.exec(address) ?? [];
  if (data !== undefined) return { mediaType, source: { data } };
  if (/^https?:/.test(address)) return { source: { url: address } };
  const [fileId, provider] = [stringOf(file["file_id"]), stringOf(file["provider"])];
  return fileId === "" ? undefined : { source: { fileId, ...(provider === "" ? {} : { provider }) } };
}

function finishReasonOf(reason: unknown): FinishReason | undefined {
  const names: Readonly<Record<string, FinishReason>> = {
    stop: "stop",
    tool_calls: "tool-calls",
    length: "length",
    content_filter: "content-filter",
  };
  return typeof reason === "string" ? names[reason] : undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // Half a line of a transcript: what is there is kept as text.
    return json;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
