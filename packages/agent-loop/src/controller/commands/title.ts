import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const titleCommand: SlashCommand = defineSlashCommand({
  name: "title",
  summary: "Name this session.",
  hint: "<name>",
  whileBusy: true,
  async run({ rest, controls }) {
    const title = rest.trim();
    if (title === "") return { lines: ["Say the name: /title Trip to Kraków"] };
    if (!(await controls.setTitle(title))) return { lines: ["No sessions are kept here."] };
    return { lines: [`This session is called “${title}”.`], data: { title } };
  },
});
