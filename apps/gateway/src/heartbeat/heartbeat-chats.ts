import { homedir } from "node:os";
import { join } from "node:path";
import { chatFolder } from "@hermes/gateway";
import type { Chat } from "@hermes/gateway";
import type { GatewayHome } from "../gateway-home.ts";
import { gatewayPaths } from "../gateway-paths.ts";

/** A chat with the files that its heartbeat goes by, whether they are there or not. */
export interface HeartbeatChatOfHome {
  readonly chat: Chat;
  /** The file of the home first, where the chat is one that it is for. Absolute. */
  readonly files: readonly string[];
  /** What the files watch is relative to it; absolute. */
  readonly folder: string;
}

const fileName = "HEARTBEAT.md";

/** The file for the home channels. */
export function homeHeartbeatFile({ loaded }: Pick<GatewayHome, "loaded">): string {
  return join(loaded.home, fileName);
}

/** The chats of the messengers that are set up. Each has a file of its own, in the folder of the chat. */
export async function heartbeatChats(home: GatewayHome): Promise<readonly HeartbeatChatOfHome[]> {
  const { settings, env, home: folder } = home.loaded;
  const names = new Set(home.served.map(({ platform }) => platform.name));
  const chats = (await home.store.chats.list({})).filter(({ at }) => names.has(at.platform));
  const targets = await targetsOf(home, chats);
  return chats.map((chat) => {
    const own = chatFolder(chat, gatewayPaths(folder).chats);
    const isTarget = targets.some(({ key }) => key === chat.key);
    return {
      chat,
      files: [...(isTarget ? [homeHeartbeatFile(home)] : []), join(own, fileName)],
      folder: chat.tier === "owner" ? (settings.gateway.cwd ?? env["HOME"] ?? homedir()) : own,
    };
  });
}

/** `heartbeat.target`, else the home channels, else where an owner spoke last: of each chat the conversation of an owner. */
async function targetsOf(home: GatewayHome, chats: readonly Chat[]): Promise<readonly Chat[]> {
  const { target } = home.loaded.settings.heartbeat;
  const found = await ownersChats(home, target ?? "all", chats);
  if (found.length > 0 || target !== undefined) return found;
  return chats.filter(({ tier }) => tier === "owner").slice(0, 1);
}

/**
 * The conversations of owners that a target of deliveries stands for; none where it stands for no chat in which one has spoken.
 *
 * @param chats All of them, the last active first.
 */
export async function ownersChats(
  { delivery }: Pick<GatewayHome, "delivery">,
  target: string,
  chats: readonly Chat[],
): Promise<readonly Chat[]> {
  const resolved = await delivery.resolve(target);
  if (resolved.type !== "chats") return [];
  return resolved.at.flatMap(
    ({ platform, chatId, threadId }) =>
      chats.find(
        ({ tier, at }) =>
          tier === "owner" && at.platform === platform && at.chatId === chatId && at.threadId === threadId,
      ) ?? [],
  );
}
