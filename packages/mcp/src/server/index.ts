/** Lets other programs use an agent by MCP. */
export { createHermesServer } from "./create-hermes-server.ts";
export type { HermesServerOptions } from "./create-hermes-server.ts";
export type {
  AgentAnswer,
  AgentPort,
  ApprovalsPort,
  AskRequest,
  Attachment,
  Channel,
  ChannelsPort,
  Conversation,
  ConversationMessage,
  ConversationsPort,
  EventPlace,
  EventsPort,
  ExposedTool,
  ExposedToolsPort,
  FoundConversation,
  HermesEvent,
  HermesServerPorts,
  MessagePage,
  OpenPermission,
} from "./hermes-ports.ts";
export { maxBodyBytes, serveHttp } from "./transports/serve-http.ts";
export type { CheckedRequest, HttpFace, ServeHttpOptions } from "./transports/serve-http.ts";
export { serveStdio } from "./transports/serve-stdio.ts";
export type { ServeStdioOptions } from "./transports/serve-stdio.ts";
