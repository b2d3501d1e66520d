import type { GatewayStore } from "../store/gateway-store.ts";
import { voiceModes } from "./spoken-replies.ts";
import type { VoiceMode } from "./spoken-replies.ts";

const scope = "voice-mode";

/** What a chat has chosen by /voice; undefined: nothing. */
export async function readVoiceMode(
  memory: GatewayStore["memory"],
  chat: string,
): Promise<VoiceMode | undefined> {
  const kept = await memory.read(scope, chat);
  return voiceModes.find((mode) => mode === kept);
}

export async function writeVoiceMode(
  memory: GatewayStore["memory"],
  chat: string,
  mode: VoiceMode,
): Promise<void> {
  await memory.write(scope, chat, mode);
}
