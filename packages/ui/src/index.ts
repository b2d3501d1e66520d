/** A session in a browser: streams for the AI SDK's `useChat` and AG-UI, over server-sent events, resumable from the journal. */
export { createChatHandler } from "./chat-handler/create-chat-handler.ts";
export type { ChatHandler } from "./chat-handler/create-chat-handler.ts";
export { createAgUiHandler } from "./chat-handler/create-ag-ui-handler.ts";
export type { AgUiHandler } from "./chat-handler/create-ag-ui-handler.ts";
export { answerLater } from "./chat-handler/handler-options.ts";
export type { HandlerOptions, Visitor } from "./chat-handler/handler-options.ts";
export { cursorBehind } from "./follow/cursor.ts";
export { createSessionStreams } from "./follow/session-streams.ts";
export type {
  FollowedEvent,
  FollowOptions,
  SessionStreams,
  SessionStreamsOptions,
  StartedTurn,
  StartOptions,
} from "./follow/session-streams.ts";
export { toUIMessageStream, toUIMessageStreamResponse } from "./ai-sdk/to-ui-message-stream.ts";
export type { UIMessageStreamOptions } from "./ai-sdk/chunk-writer.ts";
export type { UIData, UIMessageChunk, UIMetadata } from "./ai-sdk/ui-message-chunk.ts";
export { toUIMessages } from "./ai-sdk/to-ui-messages.ts";
export type { UIMessage, UIMessagePart, UIMessagesOptions, UIToolPart } from "./ai-sdk/to-ui-messages.ts";
export { toAgUi, toAgUiResponse } from "./ag-ui/to-ag-ui.ts";
export type { AgUiEvent, AgUiInterrupt, AgUiMessage, AgUiUsage } from "./ag-ui/ag-ui-event.ts";
export type { AgUiOptions } from "./ag-ui/ag-ui-writer.ts";
export { serverSentEvents } from "./sse/server-sent-events.ts";
export type { EventSource, ServerSentEvent, ServerSentEventsOptions } from "./sse/server-sent-events.ts";
export { toEventStream } from "./sse/to-event-stream.ts";
