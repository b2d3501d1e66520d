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
export type { Access, AccessDecision, QuestionReply } from "./access/access.ts";
export type { InboundMedia, Presentation, ReadMedia } from "./chat/presentation.ts";
export type { GatewayStore } from "./store/gateway-store.ts";
export type { Chat, ChatStore, Handoff, HandoffStore } from "./store/chat-store.ts";
export type {
  InboundRow,
  InboundState,
  InboxStore,
  NewInbound,
  Settlement,
  Turn,
  UnfinishedTurn,
} from "./store/inbox-store.ts";
export type {
  NewOutbound,
  OutboundKind,
  OutboundOutcome,
  OutboundRow,
  OutboundState,
  OutboxStore,
} from "./store/outbox-store.ts";
export type { Fence, OwnerStore, PlatformLease, PlatformLeaseRequest } from "./store/owner-store.ts";
