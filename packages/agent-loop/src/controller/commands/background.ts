import { noChildren } from "../controller-errors.ts";
import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const backgroundCommand: SlashCommand = defineSlashCommand({
  name: "background",
  aliases: ["bg"],
  summary: "Have something done beside the conversation.",
  hint: "<text>",
  whileBusy: true,
  async run({ rest, session: { children } }) {
    const goal = rest.trim();
    if (goal === "") return { lines: ["Say what to do: /background and a task."] };
    if (children === undefined) throw noChildren();
    const [run] = await children.start([{ goal }], { background: true, isOfPerson: true });
    const id = run?.record.id ?? "";
    return {
      lines: [
        `Started in the background: ${id}`,
        `/agents shows how it goes; its result comes with your next message after its end.`,
      ],
      data: { id },
    };
  },
});
