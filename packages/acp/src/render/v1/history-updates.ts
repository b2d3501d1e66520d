import type { ContentBlock, SessionUpdate } from "@agentclientprotocol/sdk";
import { isNoteToModel, isSummary } from "@hermes/agent-loop";
import type { AssistantMessage, Message, ToolMessage, UserMessage } from "@hermes/models";
import { endedCall, startedCall } from "./call-updates.ts";
import { planUpdate } from "./plan-update.ts";

export interface HistoryOptions {
  readonly folder: string;
  readonly newId: () => string;
}

/** A conversation as it was, for an editor that opens it again; of plans the last one alone. */
export function historyUpdates(
  messages: readonly Message[],
  options: HistoryOptions,
): readonly SessionUpdate[] {
  const plan = messages
    .flatMap((message) => (message.role === "tool" ? (planUpdate(message.name, message.content) ?? []) : []))
    .at(-1);
  return [
    ...messages.flatMap((message) => updatesOf(message, options)),
    ...(plan === undefined ? [] : [plan]),
  ];
}

function updatesOf(message: Message, options: HistoryOptions): readonly SessionUpdate[] {
  switch (message.role) {
    case "user":
      return isSummary(message) ? [] : userUpdates(message, options.newId());
    case "assistant":
      return assistantUpdates(message, options);
    case "tool":
      return [endOf(message, options.folder)];
    default:
      return [];
  }
}

function userUpdates({ content }: UserMessage, messageId: string): readonly SessionUpdate[] {
  return content.flatMap((part): readonly SessionUpdate[] => {
    if (part.type === "text" && isNoteToModel(part.text)) return [];
    const block = blockOf(part);
    return block === undefined ? [] : [{ sessionUpdate: "user_message_chunk", content: block, messageId }];
  });
}

function blockOf(part: UserMessage["content"][number]): ContentBlock | undefined {
  if (part.type === "text") return part.text === "" ? undefined : { type: "text", text: part.text };
  if (part.type === "image" && part.data !== undefined)
    return { type: "image", data: part.data, mimeType: part.mediaType };
  return undefined;
}

function assistantUpdates(
  { content }: AssistantMessage,
  { folder, newId }: HistoryOptions,
): readonly SessionUpdate[] {
  const messageId = newId();
  return content.flatMap((part): readonly SessionUpdate[] => {
    if (part.type === "tool-call") {
      const { id: callId, name, arguments: args } = part;
      const call = startedCall({ type: "tool-call-start", callId, name, emoji: "", arguments: args }, folder);
      return [{ sessionUpdate: "tool_call", ...call, status: "pending" }];
    }
    if ((part.type !== "text" && part.type !== "reasoning") || part.text === "") return [];
    const sessionUpdate = part.type === "text" ? "agent_message_chunk" : "agent_thought_chunk";
    return [{ sessionUpdate, content: { type: "text", text: part.text }, messageId }];
  });
}

function endOf({ callId, name, content, isError = false }: ToolMessage, folder: string): SessionUpdate {
  const end = { type: "tool-call-end", callId, name, content, isError, durationMs: 0 } as const;
  return { sessionUpdate: "tool_call_update", ...endedCall(end, { folder, shownBefore: [] }) };
}
