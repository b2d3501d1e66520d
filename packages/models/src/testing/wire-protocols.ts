import { chatEvents } from "./wire-chat.ts";
import { converseEvents } from "./wire-converse.ts";
import { geminiEvents } from "./wire-gemini.ts";
import { messagesEvents } from "./wire-messages.ts";
import { ollamaEvents } from "./wire-ollama.ts";
import { responsesEvents } from "./wire-responses.ts";
import type { PlannedAnswer } from "./server-answer.ts";
import type { WireEvents } from "./wire-events.ts";

export type WireProtocol = "chat" | "responses" | "messages" | "gemini" | "ollama" | "converse";

/** How a protocol puts answers on the wire, for the scripted server. */
export interface WireProtocolRow {
  /** One of `WireProtocol`, or a name of one's own. */
  readonly name: string;
  /** What the path of a request ends in. */
  readonly path: string;
  /** Of a stream. @default "text/event-stream" */
  readonly contentType?: string | undefined;
  readonly events: (answer: PlannedAnswer) => WireEvents;
  readonly error: (status: number) => unknown;
  /** Headers that say more of a failure. */
  readonly errorHeaders?: ((status: number) => Readonly<Record<string, string>>) | undefined;
}

export const wireProtocols: readonly WireProtocolRow[] = [
  { name: "chat", path: "/chat/completions", events: chatEvents, error: openaiError },
  { name: "responses", path: "/responses", events: responsesEvents, error: openaiError },
  { name: "messages", path: "/messages", events: messagesEvents, error: anthropicError },
  { name: "gemini", path: ":streamGenerateContent", events: geminiEvents, error: googleError },
  {
    name: "ollama",
    path: "/chat",
    contentType: "application/x-ndjson",
    events: ollamaEvents,
    error: (status) => ({ error: `Scripted failure ${status}.` }),
  },
  {
    name: "converse",
    path: "/converse-stream",
    contentType: "application/vnd.amazon.eventstream",
    events: converseEvents,
    error: (status) => ({ message: `Scripted failure ${status}.` }),
    errorHeaders: (status) => ({ "x-amzn-errortype": awsErrors[status] ?? "InternalServerException" }),
  },
];

const awsErrors: Readonly<Record<number, string>> = {
  400: "ValidationException",
  403: "AccessDeniedException",
  404: "ResourceNotFoundException",
  429: "ThrottlingException",
  503: "ServiceUnavailableException",
};

const googleStatus: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  503: "UNAVAILABLE",
};

function googleError(status: number): unknown {
  const message = `Scripted failure ${status}.`;
  return { error: { code: status, message, status: googleStatus[status] ?? "INTERNAL" } };
}

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
