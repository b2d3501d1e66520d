import type { GatewayHome } from "../gateway-home.ts";
import { gatewayOwner } from "../gateway-owner.ts";
import { gatewayPaths } from "../gateway-paths.ts";
import { heartbeatChats, homeHeartbeatFile, ownersChats } from "./heartbeat-chats.ts";

export interface AskWakeOptions {
  /** What the person says; at most 8,000 characters of it are told. @default nothing: the model looks at what there is */
  readonly text?: string | undefined;
  /** A target of deliveries. @default the chats that the `HEARTBEAT.md` of the home is for */
  readonly target?: string | undefined;
}

export type AskedWakes =
  | {
      readonly type: "asked";
      /** Their keys, and the names that people know them by. */
      readonly chats: readonly { readonly key: string; readonly name: string }[];
      /** Whether a gateway runs, which takes it within seconds; else the next one does. */
      readonly isRunning: boolean;
    }
  | { readonly type: "problem"; readonly problem: string; readonly hint: string };

/** Has the model of a chat look now, also in quiet hours: kept in the store until a gateway takes it. */
export async function askWake(home: GatewayHome, { text = "", target }: AskWakeOptions): Promise<AskedWakes> {
  const all = await heartbeatChats(home);
  const resolved = target === undefined ? undefined : await home.delivery.resolve(target);
  if (resolved?.type === "problem") return resolved;
  const chats =
    target === undefined
      ? all.flatMap(({ chat, files }) => (files.includes(homeHeartbeatFile(home)) ? [chat] : []))
      : await ownersChats(
          home,
          target,
          all.map(({ chat }) => chat),
        );
  if (chats.length === 0)
    return {
      ...{ type: "problem", problem: "There is no chat to look in: no owner has spoken there yet." },
      hint: "Write to the agent in the chat first, then try again.",
    };
  for (const { key } of chats)
    // oxlint-disable-next-line no-await-in-loop -- one after another
    await home.store.wakes.ask({ chat: key, text: text.trim() }, Date.now());
  return {
    type: "asked",
    chats: chats.map(({ key, title, userName, at }) => ({ key, name: userName ?? title ?? at.chatId })),
    isRunning: (await gatewayOwner(gatewayPaths(home.loaded.home).owner)) !== undefined,
  };
}
