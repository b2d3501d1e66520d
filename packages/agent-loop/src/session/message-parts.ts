import type { AssistantMessage, Message, ToolCallPart, UserMessage } from "@hermes/models";

const noCalls: readonly ToolCallPart[] = [];

export function toolCallsOf(message: AssistantMessage): readonly ToolCallPart[] {
  let calls: ToolCallPart[] | undefined;
  for (const part of message.content) if (part.type === "tool-call") (calls ??= []).push(part);
  return calls ?? noCalls;
}

export interface OpenCalls {
  /** All calls of the last answer. */
  readonly all: readonly ToolCallPart[];
  /** Those of them that have no result. */
  readonly open: readonly ToolCallPart[];
}

/** The calls of the last answer, where nothing but results follows it. */
export function openCallsOf(messages: readonly Message[]): OpenCalls {
  const place = messages.findLastIndex(({ role }) => role !== "tool");
  const answer = messages[place];
  if (answer?.role !== "assistant") return { all: noCalls, open: noCalls };
  const all = toolCallsOf(answer);
  if (all.length === 0) return { all, open: all };
  const done = new Set(messages.slice(place + 1).map((message) => message.role === "tool" && message.callId));
  return { all, open: all.filter(({ id }) => !done.has(id)) };
}

/** The text parts joined as they are. */
export function textOf(message: AssistantMessage | UserMessage): string {
  let text = "";
  for (const part of message.content) if (part.type === "text") text += part.text;
  return text;
}

/** The answer that was under way when something cut it off; undefined when nothing was shown. */
export function cutAnswer(shown: {
  readonly text: string;
  readonly reasoning: string;
}): AssistantMessage | undefined {
  const reasoning = shown.reasoning === "" ? [] : [{ type: "reasoning", text: shown.reasoning } as const];
  const text = shown.text === "" ? [] : [{ type: "text", text: shown.text } as const];
  return reasoning.length + text.length === 0
    ? undefined
    : { role: "assistant", content: [...reasoning, ...text] };
}

const noteStart = "[Note from Hermes: ";

/** What the program says to the model where the person would speak; never taken for their words. */
export function noteText(text: string): string {
  return `${noteStart}${text}]`;
}

/** A remark of the loop that has no tool result to ride on. */
export function noteToModel(text: string): UserMessage {
  return { role: "user", content: [{ type: "text", text: noteText(text) }] };
}

/** Whether a text is such a remark, or looks like one: then it is not taken for the person's. */
export function isNoteToModel(text: string): boolean {
  return text.startsWith(noteStart);
}
