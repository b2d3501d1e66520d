import type { ChatAddress, Platform } from "../platforms/platform.ts";
import type { GatewayStore } from "../store/gateway-store.ts";
import { anyChat, chatAddress } from "./chat-address.ts";

export interface HomeChannelsOptions {
  readonly memory: GatewayStore["memory"];
  /** `home_channel` of each platform, as `CHAT` or `CHAT:THREAD`. */
  readonly settings: () => {
    readonly platforms: Readonly<Record<string, { readonly home_channel?: string | undefined }>>;
  };
  /** Those that are known; each reads ids of its chats by itself. @default none: `CHAT` or `CHAT:THREAD` */
  readonly platforms?: (() => readonly Pick<Platform, "name" | "parseChat">[]) | undefined;
}

/** The chat of each platform for what nobody asked for in a chat. What the settings say counts; else what was chosen in the chat. */
export interface HomeChannels {
  get(platform: string): Promise<ChatAddress | undefined>;
  /** @returns False where the settings name one: that one goes on to count. */
  set(at: ChatAddress): Promise<boolean>;
}

const scope = "home-channel";

export function createHomeChannels(options: HomeChannelsOptions): HomeChannels {
  const { memory, settings, platforms: known = () => [] } = options;
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
    if (written === undefined) return undefined;
    const served = known().find(({ name }) => name === platform);
    return (served && chatAddress(served, written)) ?? anyChat(platform, written);
  }
}
