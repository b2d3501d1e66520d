/** One agent in every chat: messages in, turns, answers out, each exactly once. */
export type {
  Button,
  ChatAddress,
  InboundFile,
  InboundMessage,
  InboundPress,
  OutboundFile,
  OutboundMessage,
  Platform,
  PlatformConnection,
  PlatformHealth,
  PlatformHost,
  SendFailure,
  SendOutcome,
  Sender,
} from "./platforms/platform.ts";
export type { ChatSession, ChatSessions, OpenChatSession, Tier } from "./chat/chat-sessions.ts";
