import { chatEvents } from "./wire-chat.ts";
import { messagesEvents } from "./wire-messages.ts";
import { responsesEvents } from "./wire-responses.ts";
import type { PlannedAnswer } from "./server-answer.ts";
import type { WireEvents } from "./wire-events.ts";

export type WireProtocol = "chat" | "responses" | "messages";

export interface WireProtocolRow {
  readonly name: WireProtocol;
  readonly path: string;
  readonly events: (answer: PlannedAnswer) => WireEvents;
  readonly error: (status: number) => unknown;
}

export const wireProtocols: readonly WireProtocolRow[] = [
  { name: "chat", path: "/chat/completions", events: chatEvents, error: openaiError },
  { name: "responses", path: "/responses", events: responsesEvents, error: openaiError },
  { name: "messages", path: "/messages", events: messagesEvents, error: anthropicError },
];

const openaiCodes: Readonly<Record<number, string>> = {
  401: "invalid_api_key",
  404: "model_not_found",
  429: "rate_limit_exceeded",
};

function openaiError(status: number): unknown {
  const code = openaiCodes[status] ?? "scripted_error";
  return { error: { message: `Scripted failure ${status}.`, type: "scripted_error", param: null, code } };
}

const anthropicTypes: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  404: "not_found_error",
  429: "rate_limit_error",
  529: "overloaded_error",
};

function anthropicError(status: number): unknown {
  const type = anthropicTypes[status] ?? "api_error";
  return { type: "error", error: { type, message: `Scripted failure ${status}.` } };
}
