import type { AgentEvent, ApprovalLog, Message, StoredSession } from "@hermes/agent-loop";
import { isNoteToModel, isSummary, noUsage } from "@hermes/agent-loop";
import { hasShown, positionBehind } from "./cursor.ts";
import type { Position } from "./cursor.ts";
import { fingerprint } from "./fingerprint.ts";

export type Approval = NonNullable<Awaited<ReturnType<ApprovalLog["get"]>>>;
export type AssistantMessage = Extract<Message, { readonly role: "assistant" }>;
export type UserMessage = Extract<Message, { readonly role: "user" }>;
export type ToolCall = Extract<AssistantMessage["content"][number], { readonly type: "tool-call" }>;
export type ToolMessage = Extract<Message, { readonly role: "tool" }>;
type StoredHistory = Pick<StoredSession, "messages" | "partial">;

/** Whether a person said it: no note of the loop, and no summary of what was shortened. */
export function isOfPerson(message: Message): message is UserMessage {
  return message.role === "user" && !isNoteToModel(textOf(message)) && !isSummary(message);
}

export function textOf(message: AssistantMessage | UserMessage): string {
  return message.content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

export function callsOf(message: AssistantMessage): readonly ToolCall[] {
  return message.content.filter((part) => part.type === "tool-call");
}

/** Right behind the person's last words. */
export function newestAnswer(messages: readonly Message[]): Position {
  const words = messages.findLastIndex(isOfPerson);
  return positionBehind(words + 1, messages[words]);
}

/** Where a position is in a history that may have been shortened since; undefined: what came before it is gone. */
export function placeIn(messages: readonly Message[], position: Position): Position | undefined {
  const { message, last } = position;
  if (message <= messages.length && fingerprint(messages[message - 1]) === last) return position;
  const found = messages.findLastIndex((each) => fingerprint(each) === last);
  return found === -1 ? undefined : { ...position, message: found + 1 };
}

/** What a journal has behind a position, as the events that told of it. */
export function* storedEvents(
  { messages, partial }: StoredHistory,
  position: Position,
  approvals: ReadonlyMap<string, Approval>,
): Generator<AgentEvent> {
  const rest = messages.slice(position.message);
  const [first] = rest;
  // Only an answer can have been shown in part. Where there is none any more, what was shown is void.
  const isInPart = position.text > 0 || position.reasoning > 0;
  const voidsShown = isInPart && (first === undefined ? partial === undefined : first.role !== "assistant");
  if (voidsShown) yield { type: "text-restart", reason: "The answer was given up." };
  for (const [index, message] of rest.entries()) {
    const from = index === 0 && message.role === "assistant" ? position : undefined;
    yield* eventsOf(message, { round: position.message + index, from, approvals });
  }
  if (partial === undefined) return;
  const content = [
    { type: "reasoning", text: partial.reasoning },
    { type: "text", text: partial.text },
  ] as const;
  yield* shown(content, messages.length, first === undefined ? position : undefined);
}

/** Calls right before a position: that they started and ended is told beside the messages, and has no place of its own. */
export function* eventsOfLastCalls(
  messages: readonly Message[],
  { message: place }: Position,
  approvals: ReadonlyMap<string, Approval>,
): Generator<AgentEvent> {
  const before = messages.slice(0, place);
  const answer = before.findLast(({ role }) => role !== "tool");
  if (answer?.role !== "assistant") return;
  const last = before.at(-1);
  const results = new Set(before.slice(0, -1).map((each) => (each.role === "tool" ? each.callId : "")));
  for (const call of callsOf(answer)) if (!results.has(call.id)) yield callStart(call);
  if (last?.role === "tool") yield callEnd(last, approvals);
}

interface MessageEventOptions {
  readonly round: number;
  /** Of an answer that was shown in part. */
  readonly from: Position | undefined;
  readonly approvals: ReadonlyMap<string, Approval>;
}

function* eventsOf(message: Message, { round, from, approvals }: MessageEventOptions): Generator<AgentEvent> {
  if (message.role === "assistant") yield* shown(message.content, round, from);
  yield { type: "message", message };
  if (message.role === "assistant") {
    for (const call of callsOf(message)) {
      yield callStart(call);
      const approval = approvals.get(call.id);
      if (approval?.status === "answered") yield { type: "approval-request", request: approval.request };
    }
  }
  if (message.role === "tool") yield callEnd(message, approvals);
}

function* shown(
  content: AssistantMessage["content"],
  round: number,
  from: Position | undefined,
): Generator<AgentEvent> {
  const textsOf = (type: "text" | "reasoning"): string =>
    content.map((part) => (part.type === type ? part.text : "")).join("");
  const isInPart = from !== undefined && (from.text > 0 || from.reasoning > 0);
  const goesOn = isInPart && hasShown(from, { text: textsOf("text"), reasoning: textsOf("reasoning") });
  if (!isInPart) yield { type: "request-start", round };
  else if (!goesOn) yield { type: "text-restart", reason: "The answer starts anew." };
  const skip = { text: goesOn ? from.text : 0, reasoning: goesOn ? from.reasoning : 0 };
  for (const part of content) {
    if (part.type !== "text" && part.type !== "reasoning") continue;
    const text = part.text.slice(skip[part.type]);
    skip[part.type] = Math.max(0, skip[part.type] - part.text.length);
    if (text !== "") yield { type: `${part.type}-delta`, text };
  }
}

function callStart({ id, name, arguments: written }: ToolCall): AgentEvent {
  return { type: "tool-call-start", callId: id, name, emoji: "", arguments: written };
}

function callEnd(message: ToolMessage, approvals: ReadonlyMap<string, Approval>): AgentEvent {
  const { callId, name, content, isError = false, standsFor } = message;
  const isRefused = isError && approvals.get(callId)?.answer?.approved === false;
  return {
    ...{ type: "tool-call-end", callId, name, isError, durationMs: 0, content },
    ...(isRefused ? { notRun: "refused" } : standsFor === "not-run" ? { notRun: "cancelled" } : {}),
  };
}

/** How the last turn ended, as far as a journal tells. */
export function storedEnd(
  { messages, partial }: StoredHistory,
  approvals: ReadonlyMap<string, Approval>,
): Extract<AgentEvent, { readonly type: "turn-end" }> {
  const answer = messages.findLast(({ role }) => role !== "tool");
  const text = answer?.role === "assistant" ? textOf(answer) : "";
  const awaiting = openApprovals(messages, approvals).map(({ id }) => id);
  const reason = isWhole({ messages, partial }) ? "answered" : "interrupted";
  const end = { type: "turn-end", text, rounds: 0, usage: noUsage } as const;
  return awaiting.length === 0 ? { ...end, reason } : { ...end, reason: "awaiting-approval", awaiting };
}

/** Whether the history ends with an answer that is complete. */
export function isWhole({ messages, partial }: StoredHistory): boolean {
  const last = messages.at(-1);
  if (last === undefined) return true;
  if (partial !== undefined || last.role !== "assistant") return false;
  const isFinished = last.finishReason === "stop" && textOf(last) !== "";
  return (isFinished || last.finishReason === "content-filter") && callsOf(last).length === 0;
}

/** Of calls of the last answer that have no result. */
export function openApprovals(
  messages: readonly Message[],
  approvals: ReadonlyMap<string, Approval>,
): readonly Approval[] {
  const place = messages.findLastIndex(({ role }) => role !== "tool");
  const answer = messages[place];
  if (answer?.role !== "assistant") return [];
  const done = new Set(messages.slice(place + 1).map((each) => (each.role === "tool" ? each.callId : "")));
  return callsOf(answer).flatMap(({ id }) => {
    const approval = approvals.get(id);
    return approval?.status === "open" && !done.has(id) ? [approval] : [];
  });
}
