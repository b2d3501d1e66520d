import { defineSlashCommand } from "@hermes/agent-loop/controller";
import type { SlashCommand } from "@hermes/agent-loop/controller";
import { oneLine } from "../chat/one-line.ts";
import type { Tier } from "../chat/chat-sessions.ts";
import type { ChatStore } from "../store/chat-store.ts";

const rights: Readonly<Record<Tier, string>> = {
  owner: "an owner: all tools, and what is asked about is yours to allow",
  user: "a user: no commands and no files of this machine",
  guest: "a guest: no commands, no files and no web",
};

/** Says who somebody is here, with the id that settings need. */
export function whoamiCommand(chats: Pick<ChatStore, "ofSession">): SlashCommand {
  return defineSlashCommand({
    name: "whoami",
    summary: "Show your id and what you may do here.",
    kind: "info",
    whileBusy: true,
    async run({ session }) {
      const [chat] = await chats.ofSession(session.id);
      if (chat === undefined) return { lines: ["This session is of no chat."] };
      const { at, userId, userName, tier } = chat;
      const name = oneLine(userName ?? "", 60);
      const who =
        userId === undefined ? "All who speak here share a session" : `You are ${at.platform}:${userId}`;
      return {
        lines: [`${who}${name === "" ? "" : ` (${name})`}, ${rights[tier]}.`],
        data: { platform: at.platform, chatId: at.chatId, threadId: at.threadId, userId, tier },
      };
    },
  });
}
