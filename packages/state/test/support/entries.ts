import type { AssistantMessage, ToolMessage, UserMessage } from "@hermes/models";
import type { MessageEntry, SessionHead } from "../../src/index.ts";

export function head(id: string, more: Partial<SessionHead> = {}): SessionHead {
  return {
    id,
    system: "You are a test.",
    tools: [],
    model: "scripted",
    platform: "test",
    startedAt: 1_000,
    ...more,
  };
}

export function user(text: string): UserMessage {
  return { role: "user", content: [{ type: "text", text }] };
}

export function assistant(text: string): AssistantMessage {
  return { role: "assistant", content: [{ type: "text", text }], finishReason: "stop" };
}

export function toolResult(callId: string, content = "{}"): ToolMessage {
  return { role: "tool", callId, name: "read", content };
}

export function entry(
  message: MessageEntry["message"],
  at = 2_000,
  more: Partial<MessageEntry> = {},
): MessageEntry {
  return { type: "message", message, at, ...more };
}
