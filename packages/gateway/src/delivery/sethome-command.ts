import { defineSlashCommand } from "@hermes/agent-loop/controller";
import type { SlashCommand } from "@hermes/agent-loop/controller";
import type { ChatStore } from "../store/chat-store.ts";
import type { HomeChannels } from "./home-channels.ts";

/** Makes a chat the home channel of its platform. */
export function sethomeCommand(chats: Pick<ChatStore, "ofSession">, homes: HomeChannels): SlashCommand {
  return defineSlashCommand({
    name: "sethome",
    aliases: ["set-home"],
    summary: "Make this chat the one for messages from elsewhere.",
    kind: "configuration",
    whileBusy: true,
    async run({ session }) {
      const [chat] = await chats.ofSession(session.id);
      if (chat === undefined) return { lines: ["This session is of no chat."] };
      const { platform } = chat.at;
      if (await homes.set(chat.at)) return { lines: [`This chat is the home channel of ${platform} now.`] };
      const variable = `${platform.toUpperCase().replaceAll("-", "_")}_HOME_CHANNEL`;
      return {
        lines: [
          `The settings name another home channel, and that one counts. Change platforms.${platform}.home_channel or ${variable}.`,
        ],
      };
    },
  });
}
