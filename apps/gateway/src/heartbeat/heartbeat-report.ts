import { access } from "node:fs/promises";
import type { HeartbeatStatus } from "@hermes/cron";
import type { GatewayHome } from "../gateway-home.ts";
import type { GatewayState } from "../gateway-state.ts";
import { heartbeatChats } from "./heartbeat-chats.ts";

/** The heartbeat of a chat, whether a gateway runs or not. */
export interface HeartbeatReport extends Omit<HeartbeatStatus, "paths"> {
  readonly platform: string;
  /** As people know the chat. */
  readonly name: string;
  /** The files that it goes by. */
  readonly files: readonly { readonly path: string; readonly isThere: boolean }[];
}

/** @param state Of a gateway that runs, or of the last one. */
export async function heartbeatReport(
  home: GatewayHome,
  state: Pick<GatewayState, "heartbeats"> | undefined,
): Promise<readonly HeartbeatReport[]> {
  return await Promise.all(
    (await heartbeatChats(home)).map(async ({ chat, files }) => {
      const said = state?.heartbeats?.find((each) => each.chat === chat.key);
      const { lookedAt, nextLookAt, lastAt, lastWhy, problem } = said ?? {};
      const isThere = async (path: string): Promise<boolean> =>
        await access(path).then(
          () => true,
          () => false,
        );
      return {
        ...{
          chat: chat.key,
          platform: chat.at.platform,
          name: chat.userName ?? chat.title ?? chat.at.chatId,
        },
        ...{ lookedAt, nextLookAt, lastAt, lastWhy, problem },
        files: await Promise.all(files.map(async (path) => ({ path, isThere: await isThere(path) }))),
      };
    }),
  );
}
