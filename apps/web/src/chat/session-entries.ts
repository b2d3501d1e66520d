import type { SessionMessage } from "@hermes/client";
import type { Message, ToolCallPart, ToolMessage, UserMessage } from "@hermes/models";
import { argumentsOf } from "./call-shape.ts";
import { chunkOf, noFacts } from "./entry.ts";
import type { AnswerPart, CallResult, Entry, PlacedMessage } from "./entry.ts";

const noteStart = "[Note from Hermes: ";
const summaryStart = "[Summary by Hermes: ";
const steerStart = "The user says while you work: ";

/** As the server writes it. */
const canvasData = /^From the canvas, [^\n]*\n<canvas-data>\n([^\n]*)\n<\/canvas-data>$/;

/** What has been stored, placed. `earlier`: how many are before the first of them. */
export function placed(messages: readonly SessionMessage[], earlier: number): readonly PlacedMessage[] {
  return messages.map(({ id, at, message }, index) => ({
    ...{ ordinal: earlier + index, id, at },
    // The contract leaves its parts open; this is what the store keeps.
    message: message as unknown as Message,
  }));
}

/** Entries with those of further messages behind them. A run of calls becomes one entry. */
export function withMessages(before: readonly Entry[], messages: readonly PlacedMessage[]): readonly Entry[] {
  const entries = [...before];
  for (const each of messages) addMessage(entries, each);
  return entries;
}

function addMessage(entries: Entry[], each: PlacedMessage): void {
  const { message } = each;
  if (message.role === "user") entries.push(userEntry(each, message));
  else if (message.role === "assistant") addAnswer(entries, each);
  else addResult(entries, each, message);
}

function userEntry(
  { ordinal, id, at }: PlacedMessage,
  { content, notes: all = [], provenance = [] }: UserMessage,
): Entry {
  const isOfCanvas = provenance.some(({ source }) => source === "canvas");
  const fromCanvas = isOfCanvas ? canvasData.exec(all[0] ?? "")?.[1] : undefined;
  const notes = fromCanvas === undefined ? all : all.slice(1);
  const text = textOfParts(content);
  const place = { key: String(ordinal), ordinal, id };
  if (text.startsWith(noteStart))
    return { kind: "note", ...place, note: "note", text: text.slice(noteStart.length).replace(/\]$/, "") };
  if (text.startsWith(summaryStart))
    return { kind: "note", ...place, note: "summary", text: [text.slice(1), ...notes].join("\n\n") };
  return { kind: "user", ...place, at, content, fromCanvas, notes, isSteered: false };
}

function addAnswer(entries: Entry[], { ordinal, id, at, message, isStreaming = false }: PlacedMessage): void {
  if (message.role !== "assistant") return;
  const parts = message.content.flatMap((part, index): AnswerPart[] => {
    if (part.type === "tool-call") {
      const { id: callId, name, arguments: written } = meantCall(part);
      return [{ type: "call", id: callId, name, arguments: written, isWritten: isStreaming, facts: noFacts }];
    }
    if (part.type === "provider" || part.text === "") return [];
    const isLast = index === message.content.length - 1;
    return [
      {
        type: part.type,
        key: `${ordinal}.${index}`,
        text: part.text,
        isStreaming: isStreaming && isLast,
      },
    ];
  });
  const hasWords = parts.some((part) => part.type === "text");
  const isCut = !isStreaming && message.finishReason === undefined && hasWords;
  const last = entries.at(-1);
  const goesOn = !hasWords && parts.some((part) => part.type === "call") && last?.kind === "answer";
  if (goesOn && last.parts.at(-1)?.type === "call" && chunkOf(last.ordinal) === chunkOf(ordinal)) {
    const lastId = id ?? last.lastId;
    entries[entries.length - 1] = { ...last, lastId, parts: [...last.parts, ...parts], isStreaming };
    return;
  }
  if (parts.length === 0) return;
  const place = { key: String(ordinal), ordinal, id, lastId: id, at };
  entries.push({ kind: "answer", ...place, parts, isCut, isStreaming });
}

/** A tool that waits behind a search is called by another one; what is meant is seen. While the model still writes it, that can't be told. */
function meantCall(call: ToolCallPart): ToolCallPart {
  if (call.name !== "tool_call") return call;
  const { name, arguments: args = {} } = argumentsOf(call) ?? {};
  return typeof name === "string" ? { ...call, name, arguments: JSON.stringify(args) } : call;
}

/** Results are seen at their calls; only what the person said meanwhile has a place of its own. */
function addResult(entries: Entry[], { ordinal, id, at }: PlacedMessage, message: ToolMessage): void {
  const place = entries.findLastIndex(({ kind }) => kind === "answer");
  const answer = entries[place];
  if (answer?.kind === "answer" && id !== undefined) entries[place] = { ...answer, lastId: id };
  for (const words of steeredWords(message)) {
    const content = [{ type: "text", text: words } as const];
    entries.push({
      ...{ kind: "user", key: `${ordinal}s`, ordinal, at, content, notes: [] },
      isSteered: true,
    });
  }
}

/** What the person has said while a call ran. */
export function steeredWords({ notes = [] }: ToolMessage): readonly string[] {
  return notes.flatMap((note) => (note.startsWith(steerStart) ? [note.slice(steerStart.length)] : []));
}

export function resultOf({ content, isError = false, images = [], standsFor }: ToolMessage): CallResult {
  return { content, isError, images, isNotRun: standsFor === "not-run" };
}

export function textOfParts(parts: readonly { readonly type: string }[]): string {
  // Only texts have one.
  return parts.map((part) => (part.type === "text" && "text" in part ? String(part.text) : "")).join("");
}
