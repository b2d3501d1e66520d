import type { Message } from "@hermes/agent-loop";
import { isOfPerson } from "../follow/stored-events.ts";
import type {
  Approval,
  AssistantMessage,
  ToolCall,
  ToolMessage,
  UserMessage,
} from "../follow/stored-events.ts";
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

/** A call, named by its tool. */
export type UIToolPart = UICall &
  (
    | { readonly state: "input-available" }
    | {
        readonly state: "approval-requested";
        readonly approval: {
          readonly id: string;
          readonly requestReason: string;
          readonly descriptor: unknown;
        };
      }
    | { readonly state: "output-available"; readonly output: unknown; readonly approval?: Approved<true> }
    | { readonly state: "output-error"; readonly errorText: string; readonly approval?: Approved<true> }
    | { readonly state: "output-denied"; readonly approval: Approved<false> }
  );

interface UICall {
  readonly type: `tool-${string}`;
  readonly toolCallId: string;
  readonly input: unknown;
}

interface Approved<Answer extends boolean> {
  readonly id: string;
  readonly approved: Answer;
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
    return part.type === "tool-call" ? [toolPart(part, results.get(part.id), asked.get(part.id))] : [];
  });
  return [{ type: "step-start" }, ...parts];
}

function toolPart(
  { id, name, arguments: written }: ToolCall,
  result: ToolMessage | undefined,
  asked: Approval | undefined,
): UIToolPart {
  const call: UICall = { type: `tool-${name}`, toolCallId: id, input: inputOf(written) };
  if (result === undefined) return openPart(call, asked);
  const { content, isError = false } = result;
  const approved = asked?.answer?.approved;
  if (isError && asked !== undefined && approved === false)
    return { ...call, state: "output-denied", approval: { id: asked.id, approved } };
  const approval = asked === undefined || approved !== true ? {} : { approval: { id: asked.id, approved } };
  return isError
    ? { ...call, state: "output-error", errorText: errorOf(content), ...approval }
    : { ...call, state: "output-available", output: outputOf(content), ...approval };
}

function openPart(call: UICall, asked: Approval | undefined): UIToolPart {
  if (asked?.status !== "open") return { ...call, state: "input-available" };
  const { id, reason, callId: _call, sessionId: _session, ...descriptor } = asked.request;
  return { ...call, state: "approval-requested", approval: { id, requestReason: reason, descriptor } };
}
