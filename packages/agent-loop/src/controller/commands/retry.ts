import { earlierMessages } from "../earlier-messages.ts";
import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const retryCommand: SlashCommand = defineSlashCommand({
  name: "retry",
  summary: "Ask your last message again; files stay as they are.",
  run({ session }) {
    const [last] = earlierMessages(session.agent.messages);
    if (last === undefined) return { lines: ["There is no message of yours to ask again."] };
    const open = { resume: session.id, branch: { before: last.index } };
    return {
      lines: [`Asked again. The conversation as it was: /resume ${session.id}`],
      data: { text: last.text, was: session.id },
      then: { session: { open, send: last.message } },
    };
  },
});
