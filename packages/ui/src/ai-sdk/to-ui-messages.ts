import type { Message } from "@hermes/agent-loop";
import { isOfPerson } from "../follow/stored-events.ts";
import type { Approval, AssistantMessage, ToolCall, ToolMessage, UserMessage } from "../follow/stored-events.ts";
import { errorOf, inputOf, outputOf } from "./call-values.ts";

/** A message of the AI SDK as it is shown; its own `UIMessage` type takes it. */
export interface UIMessage {
  readonly id: string;
  readonly role: "user" | "assistant";
  readonly parts: UIMessagePart[];
}

export type UIMessagePart =
  | { readonly type: "step-start" }
  | { readonly type: "text" | "reasoning"; readonly text: string; readonly state: "done" }
  | { readonly type: "file"; readonly mediaType: string; readonly url: string; readonly filename?: string }
  | UIToolPart;

export interface UIToolPart {
  readonly type: `tool-${string}`;
  readonly toolCallId: string;
  readonly state: "input-available" | "approval-requested" | "output-available" | "output-error" | "output-denied";
  readonly input: unknown;
  readonly output?: unknown;
  readonly errorText?: string;
  readonly approval?: {
    readonly id: string;
    readonly approved?: boolean;
    readonly requestReason?: string;
    readonly descriptor?: unknown;
  };
}

export interface UIMessagesOptions {
  /** Those of the session: which calls wait for a person, and which were refused. @default none */
  readonly approvals?: readonly Approval[] | undefined;
}

/**
 * A history as `useChat` takes it for its first render. What a person said is a message; all that was answered until the next words
 * is one too. Notes of the loop and summaries are left out. The id is the number of its first message in the history.
 */
export function toUIMessages(
  messages: readonly Message[],
  { approvals = [] }: UIMessagesOptions = {},
): UIMessage[] {
  const asked = new Map(approvals.map((each) => [each.request.callId, each]));
  const results = new Map(
    messages.flatMap((message) => (message.role === "tool" ? [[message.callId, message] as const] : [])),
  );
  const shown: UIMessage[] = [];
  for (const [index, message] of messages.entries()) {
    if (isOfPerson(message)) shown.push({ id: messageId(index), role: "user", parts: userParts(message) });
    if (message.role !== "assistant") continue;
    const parts = assistantParts(message, results, asked);
    const last = shown.at(-1);
    if (last?.role === "assistant") last.parts.push(...parts);
    else shown.push({ id: messageId(index), role: "assistant", parts });
  }
  return shown;
}

/** Of the message that is shown from this place of the history on. */
export function messageId(index: number): string {
  return `message-${index}`;
}

function userParts({ content }: UserMessage): UIMessagePart[] {
  return content.flatMap((part): UIMessagePart[] => {
    if (part.type === "text") return [{ type: "text", text: part.text, state: "done" }];
    const url = part.data === undefined ? part.url : `data:${part.mediaType};base64,${part.data}`;
    const name = part.type === "file" && part.name !== undefined ? { filename: part.name } : {};
    return url === undefined ? [] : [{ type: "file", mediaType: part.mediaType, url, ...name }];
  });
}

function assistantParts(
  message: AssistantMessage,
  results: ReadonlyMap<string, ToolMessage>,
  asked: ReadonlyMap<string, Approval>,
): UIMessagePart[] {
  const parts = message.content.flatMap((part): UIMessagePart[] => {
    if (part.type === "text" || part.type === "reasoning")
      return part.text === "" ? [] : [{ type: part.type, text: part.text, state: "done" }];
    return part.type === "tool-call"
      ? [toolPart(part, results.get(part.id), asked.get(part.id))]
      : [];
  });
  return [{ type: "step-start" }, ...parts];
}

function toolPart(
  { id, name, arguments: written }: ToolCall,
  result: ToolMessage | undefined,
  asked: Approval | undefined,
): UIToolPart {
  const call = { type: `tool-${name}`, toolCallId: id, input: inputOf(written) } as const;
  if (result === undefined) return openPart(call, asked);
  const { content, isError = false } = result;
  const approved = asked?.answer?.approved;
  const approval = asked === undefined || approved === undefined ? {} : { approval: { id: asked.id, approved } };
  if (isError && approved === false) return { ...call, state: "output-denied", ...approval };
  if (isError) return { ...call, state: "output-error", errorText: errorOf(content), ...approval };
  return { ...call, state: "output-available", output: outputOf(content), ...approval };
}

function openPart(
  call: Pick<UIToolPart, "type" | "toolCallId" | "input">,
  asked: Approval | undefined,
): UIToolPart {
  if (asked?.status !== "open") return { ...call, state: "input-available" };
  const { id, reason, callId: _call, sessionId: _session, ...descriptor } = asked.request;
  return { ...call, state: "approval-requested", approval: { id, requestReason: reason, descriptor } };
}
