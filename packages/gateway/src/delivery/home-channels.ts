import type { ChatAddress } from "../platforms/platform.ts";
import type { GatewayStore } from "../store/gateway-store.ts";

export interface HomeChannelsOptions {
  readonly memory: GatewayStore["memory"];
  /** `home_channel` of each platform, as `CHAT` or `CHAT:THREAD`. */
  readonly settings: () => {
    readonly platforms: Readonly<Record<string, { readonly home_channel?: string | undefined }>>;
  };
}

/** The chat of each platform for what nobody asked for in a chat. What the settings say counts; else what was chosen in the chat. */
export interface HomeChannels {
  get(platform: string): Promise<ChatAddress | undefined>;
  /** @returns False where the settings name one: that one goes on to count. */
  set(at: ChatAddress): Promise<boolean>;
}

const scope = "home-channel";

export function createHomeChannels({ memory, settings }: HomeChannelsOptions): HomeChannels {
  return {
    get,
    async set(at) {
      if (inSettings(at.platform) !== undefined) return false;
      await memory.write(scope, at.platform, JSON.stringify([at.chatId, at.threadId ?? null]));
      return true;
    },
  };

  async function get(platform: string): Promise<ChatAddress | undefined> {
    const set = inSettings(platform);
    if (set !== undefined) return set;
    const kept = await memory.read(scope, platform);
    if (kept === undefined) return undefined;
    // Written by `set`.
    const [chatId, threadId] = JSON.parse(kept) as readonly [string, string | null];
    return { platform, chatId, ...(threadId === null ? {} : { threadId }) };
  }

  function inSettings(platform: string): ChatAddress | undefined {
    const { platforms } = settings();
    const written = Object.hasOwn(platforms, platform) ? platforms[platform]?.home_channel : undefined;
    return written === undefined ? undefined : addressOf(platform, written);
  }
}

/** What stands behind the platform: `CHAT`, or `CHAT:THREAD` with a number at its end. */
export function addressOf(platform: string, written: string): ChatAddress {
  const [, chatId = written, threadId] = /^(.+?):(\d+)$/.exec(written.trim()) ?? [];
  return { platform, chatId: chatId.trim(), ...(threadId === undefined ? {} : { threadId }) };
}
