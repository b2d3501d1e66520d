/** For those who write a platform: the contract that holds for each, and fakes. */
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
