import { earlierMessages } from "../earlier-messages.ts";
import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const undoCommand: SlashCommand = defineSlashCommand({
  name: "undo",
  summary: "Go back to before your last message, or the n-th last; files stay as they are.",
  hint: "[n]",
  run({ rest, session }) {
    const typed = rest.trim();
    const back = typed === "" ? 1 : Number(typed);
    if (!Number.isInteger(back) || back < 1) return { lines: [`"${typed}" is no number of messages.`] };
    const earlier = earlierMessages(session.agent.messages);
    const target = earlier[back - 1];
    if (target === undefined) return { lines: [tooFar(earlier.length)] };
    const open = { resume: session.id, branch: { before: target.index } };
    const messages = back === 1 ? "Your last message is" : `Your last ${back} messages are`;
    return {
      lines: [
        `${messages} taken back. Files and everything else that was done stay as they are.`,
        `The conversation as it was: /resume ${session.id}`,
      ],
      data: { back, text: target.text, was: session.id },
      then: { session: { open, edit: target.message } },
    };
  },
});

function tooFar(count: number): string {
  if (count === 0) return "There is no message of yours to take back.";
  return `Only ${count === 1 ? "1 message" : `${count} messages`} of yours can be taken back.`;
}
