import { describeSkillCommands } from "../describe-commands.ts";
import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const skillsCommand: SlashCommand = defineSlashCommand({
  name: "skills",
  kind: "tools",
  hint: "[words]",
  completes: "skills",
  summary: "See what skills there are, or load one: /skills use NAME TASK.",
  async run({ rest, ports, commands }) {
    const { skills } = ports;
    if (skills === undefined) return { lines: ["There are no skills here."] };
    const [, name, task = ""] = /^use\s+(\S+)\s*([^]*)$/.exec(rest.trim()) ?? [];
    if (name === undefined) {
      const known = await skills.commands();
      return {
        lines: known.length === 0 ? ["There are no skills."] : describeSkillCommands(known, commands),
        data: known,
      };
    }
    const input = await skills.messageOf(name, task);
    if (input === undefined) return { lines: [`There is no skill "${name}". See /skills list.`] };
    return { then: { input } };
  },
});
