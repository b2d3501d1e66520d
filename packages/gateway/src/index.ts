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
  PlatformSetup,
  SendFailure,
  SendOutcome,
  Sender,
  SetupQuestion,
} from "./platforms/platform.ts";
export type { ChatSession, ChatSessions, OpenChatSession, Tier } from "./chat/chat-sessions.ts";
export type { Access, AccessDecision, QuestionReply } from "./access/access.ts";
export type { CommandVerdict, GatewayHooks } from "./chat/gateway-hooks.ts";
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
  Wake,
} from "./store/inbox-store.ts";
export type {
  NewOutbound,
  OutboundKind,
  OutboundOutcome,
  OutboundRow,
  OutboundState,
  OutboxStore,
} from "./store/outbox-store.ts";
export type { AskedWake, WakeStore } from "./store/wake-store.ts";
export type { Fence, OwnerStore, PlatformLease, PlatformLeaseRequest } from "./store/owner-store.ts";
export { builtinPlatforms } from "./platforms/builtins.ts";
export { discord } from "./platforms/discord/discord.ts";
export { matrix } from "./platforms/matrix/matrix.ts";
export { telegram } from "./platforms/telegram/telegram.ts";
export { whatsapp } from "./platforms/whatsapp/whatsapp.ts";
export { chunk } from "./presentation/chunk.ts";
export type { Chunk, ChunkOptions } from "./presentation/chunk.ts";
export { outboundTexts } from "./presentation/outbound-texts.ts";
export type { OutboundText } from "./presentation/outbound-texts.ts";
export { pluginPlatform } from "./plugins/plugin-platform.ts";
export type { PlatformProcess } from "./plugins/platform-process.ts";
export type { PluginPlatformOptions } from "./plugins/plugin-platform.ts";
export { plainText } from "./presentation/plain-text.ts";
export { finalAnswer } from "./chat/history.ts";
export { isSilence, splitAnswer } from "./presentation/split-answer.ts";
export type { NamedFile, SplitAnswer } from "./presentation/split-answer.ts";
export { streamedText } from "./presentation/streamed-text.ts";
export { connectLocalChat } from "./platforms/local/connect-local-chat.ts";
export type { ConnectLocalChatOptions, LocalChat } from "./platforms/local/connect-local-chat.ts";
export { local } from "./platforms/local/local.ts";
export type { LocalSettings } from "./platforms/local/local.ts";
export type { LocalEvent, LocalMessage } from "./platforms/local/local-protocol.ts";
export type { HomeassistantSettings } from "./platforms/homeassistant/homeassistant-settings.ts";
export { linkSignal } from "./platforms/signal/link.ts";
export type { LinkSignalOptions } from "./platforms/signal/link.ts";
export type { SignalSettings } from "./platforms/signal/signal-settings.ts";
export type { DiscordSettings } from "./platforms/discord/discord-settings.ts";
export { chatCommands } from "./chat/open-chat.ts";
export { slackManifest } from "./platforms/slack/manifest.ts";
export type { SlackManifestOptions } from "./platforms/slack/manifest.ts";
export { slack } from "./platforms/slack/slack.ts";
export type { SlackSettings } from "./platforms/slack/slack-settings.ts";
export type { MatrixSettings } from "./platforms/matrix/matrix-settings.ts";
export type { TelegramSettings } from "./platforms/telegram/telegram-settings.ts";
export type { WhatsAppSettings } from "./platforms/whatsapp/whatsapp-settings.ts";
export type { WebhookRoute, WebhookSettings } from "./platforms/webhook/webhook-settings.ts";
export { createGateway } from "./gateway.ts";
export type { Gateway, GatewayOptions, GatewayPlatform, GatewayStatus } from "./gateway.ts";
export type { PlatformStatus } from "./supervise/platform-chats.ts";
export { defaultChatSettings, defaultGatewayLimits } from "./chat/chat-settings.ts";
export type { ChatSettings, GatewayLimits } from "./chat/chat-settings.ts";
export type { ResetPolicy } from "./chat/reset-policy.ts";
export type { HumanDelay } from "./outbox/human-delay.ts";
export { nothingToSay } from "./chat/quiet-turn.ts";
export type { WakeOutcome, WakeRequest, WakeState } from "./chat/wake.ts";
export type { ErrorFacts, Log } from "./chat/gateway-parts.ts";
export { sessionKey } from "./chat/session-key.ts";
export type { SessionKeyOptions } from "./chat/session-key.ts";
export { gatewayTables } from "./store/gateway-tables.ts";
export { sqliteGatewayStore } from "./store/sqlite-gateway-store.ts";
export type { SqliteGatewayStoreOptions } from "./store/sqlite-gateway-store.ts";
export { keepOutgoing } from "./media/keep-outgoing.ts";
export type { KeepOutgoingOptions } from "./media/keep-outgoing.ts";
export { judgeOutgoing } from "./media/outgoing-policy.ts";
export type { OutgoingPolicyOptions, OutgoingVerdict } from "./media/outgoing-policy.ts";
export { createReadMedia } from "./media/read-media.ts";
export type { ReadMediaOptions } from "./media/read-media.ts";
export { createSpokenReplies } from "./speech/spoken-replies.ts";
export type { CreateSpokenRepliesOptions, SpokenReplies, VoiceMode } from "./speech/spoken-replies.ts";
export { removeOldFiles } from "./media/remove-old-files.ts";
export { createPresentation } from "./presentation/create-presentation.ts";
export type { CreatePresentationOptions } from "./presentation/create-presentation.ts";
export { createAccess } from "./access/create-access.ts";
export type { CreateAccessOptions } from "./access/create-access.ts";
export { createStandings } from "./access/standings.ts";
export type { GatewayAccessSettings, Standings, StandingsOptions } from "./access/standings.ts";
export { chatFolder, folderOf } from "./access/tier-rights.ts";
export { whoamiCommand } from "./access/whoami-command.ts";
export { adoptApproved } from "./access/pairing/adopt-approved.ts";
export { pairingTables } from "./access/pairing/pairing-tables.ts";
export type { PairedUser, Pairing, PairingApproved, PairingRequest } from "./access/pairing/pairing.ts";
export { sqlitePairing } from "./access/pairing/sqlite-pairing.ts";
export { questionTables, sqliteQuestions } from "./access/questions/question-rows.ts";
export type { ChatQuestionsOptions } from "./access/questions/chat-questions.ts";
export { createDelivery } from "./delivery/create-delivery.ts";
export type {
  DeliveredChat,
  Delivery,
  DeliveryOptions,
  DeliveryRequest,
  DeliveryResult,
} from "./delivery/create-delivery.ts";
export { createHomeChannels } from "./delivery/home-channels.ts";
export type { HomeChannels } from "./delivery/home-channels.ts";
export { createSendMessageTool } from "./delivery/send-message-tool.ts";
export { sethomeCommand } from "./delivery/sethome-command.ts";
