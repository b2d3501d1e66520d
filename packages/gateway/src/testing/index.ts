/** For those who write a platform: the contract that holds for each, and fakes. */
export { readTelegramHtml } from "./telegram-server/read-telegram-html.ts";
export type { TelegramEntity, TelegramHtml } from "./telegram-server/read-telegram-html.ts";
export type { TelegramFault } from "./telegram-server/faults.ts";
export type { PersonSays, TelegramPeople } from "./telegram-server/people.ts";
export { openTelegramServer } from "./telegram-server/telegram-server.ts";
export type { TelegramServer, TelegramServerOptions } from "./telegram-server/telegram-server.ts";
export type { BotSaid, WorldChat, WorldUser } from "./telegram-server/telegram-world.ts";
export { platformContract } from "./platform-contract.ts";
export type { PlatformContractOptions } from "./platform-contract.ts";
export type { PlatformPeer, PlatformPlace, SeenMessage } from "./contract/platform-place.ts";
export { openTestListener } from "./open-listener.ts";
export type { TestListener } from "./open-listener.ts";
export { createRecordingHost } from "./recording-host.ts";
export type { RecordingHost, RecordingHostOptions } from "./recording-host.ts";
export { scriptedPlatform } from "./scripted-platform.ts";
export type {
  SayOptions,
  ScriptedPlatform,
  ScriptedPlatformOptions,
  SendFault,
  ShownMessage,
} from "./scripted-platform.ts";
export { gatewayStoreContract } from "./gateway-store-contract.ts";
export type { GatewayStoreUnderTest, StoreContractCase } from "./gateway-store-contract.ts";
