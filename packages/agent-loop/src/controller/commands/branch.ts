import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const branchCommand: SlashCommand = defineSlashCommand({
  name: "branch",
  aliases: ["fork"],
  summary: "Go on in a copy of this session, which stays as it is.",
  hint: "[title]",
  run({ rest, session }) {
    if (session.agent.messages.length === 0) return { lines: ["Nothing was said yet that could be copied."] };
    const title = rest.trim() === "" ? undefined : rest.trim();
    return {
      lines: [`You are in a copy. The conversation as it was: /resume ${session.id}`],
      data: { was: session.id },
      then: { session: { open: { resume: session.id, branch: true }, title } },
    };
  },
});
