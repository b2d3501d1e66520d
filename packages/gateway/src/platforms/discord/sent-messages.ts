import { createHash } from "node:crypto";
import { setNewest } from "../drop-oldest.ts";
import { discordLimits } from "./discord-limits.ts";
import { type DiscordState, isNewer } from "./discord-state.ts";
import type { DiscordMessage } from "./discord-types.ts";

const maxKept = 1_000;

/** Which messages of the bot are known to have arrived. */
export interface SentMessages {
  /** Discord showed a message of the bot on the gateway, with the number that it was sent with. */
  onEcho(message: Pick<DiscordMessage, "id" | "nonce">): void;
  /** Discord said that it arrived. */
  onSent(channelId: string, messageId: string): Promise<void>;
  /** Which message has this number, where Discord showed it. */
  withNonce(nonce: string): string | undefined;
}

export function createSentMessages(state: DiscordState): SentMessages {
  const byNonce = new Map<string, string>();
  return {
    onEcho({ id, nonce }) {
      if (nonce !== undefined) setNewest(byNonce, String(nonce), id, maxKept);
    },
    async onSent(channelId, messageId) {
      if (!isNewer(messageId, state.channel(channelId)?.sentId)) return;
      state.learn(channelId, { sentId: messageId });
      await state.save();
    },
    withNonce: (nonce) => byNonce.get(nonce),
  };
}

/** The same for each try of a message: for some minutes Discord gives back the first one instead of a second. */
export function nonceOf(key: string): string {
  return createHash("sha256").update(key).digest("base64url").slice(0, discordLimits.nonce);
}
