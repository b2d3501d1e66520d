import { describeSkillCommands, describeSlashCommands } from "../describe-commands.ts";
import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const helpCommand: SlashCommand = defineSlashCommand({
  name: "help",
  aliases: ["?"],
  summary: "Show these commands.",
  whileBusy: true,
  async run({ commands, ports }) {
    const skills = (await ports.skills?.commands()) ?? [];
    const lines = describeSlashCommands(commands);
    const data = {
      commands: commands.map(({ name, aliases, summary }) => ({ name, aliases, summary })),
      skills: skills.map(({ name, summary }) => ({ name, summary })),
    };
    return {
      lines: [
        ...lines,
        ...(skills.length === 0 ? [] : ["", "Skills", ...describeSkillCommands(skills, commands)]),
        "",
        "Attach: @FILE:1-9 @FOLDER/ @diff @staged @git:3 @url:URL",
      ],
      data,
    };
  },
});
