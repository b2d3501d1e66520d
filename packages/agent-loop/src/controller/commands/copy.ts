import { textOf } from "../../session/message-parts.ts";
import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const copyCommand: SlashCommand = defineSlashCommand({
  name: "copy",
  summary: "Copy the last answer, or the n-th last, to the clipboard.",
  hint: "[n]",
  kind: "info",
  whileBusy: true,
  run({ rest, session }) {
    const typed = rest.trim();
    const back = typed === "" ? 1 : Number(typed);
    if (!Number.isInteger(back) || back < 1) return { lines: [`"${typed}" is no number of an answer.`] };
    const answers = session.agent.messages.flatMap((message) => {
      const text = message.role === "assistant" ? textOf(message).trim() : "";
      return text === "" ? [] : [text];
    });
    const text = answers.at(-back);
    if (text === undefined)
      return {
        lines: [
          answers.length === 0 ? "There is no answer yet." : `There are only ${answers.length} answers.`,
        ],
      };
    return { copy: text, data: { text } };
  },
});
