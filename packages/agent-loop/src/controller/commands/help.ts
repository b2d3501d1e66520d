import { nearest } from "@hermes/registry";
import { describeSkillCommands, describeSlashCommand, describeSlashCommands } from "../describe-commands.ts";
import { defineSlashCommand } from "../slash-command.ts";
import type { CommandReply, SlashCommand } from "../slash-command.ts";
import { wordsOf } from "../slash-input.ts";

export const helpCommand: SlashCommand = defineSlashCommand({
  name: "help",
  kind: "info",
  hint: "[command]",
  completes: "commands",
  aliases: ["?"],
  summary: "Show these commands, or all about one.",
  whileBusy: true,
  async run({ rest, commands, ports }) {
    const asked = rest.trim().replace(/^\//, "").toLowerCase();
    if (asked !== "") return helpOn(asked, commands);
    const [columns, keys] = [ports.columns?.(), ports.keys?.()];
    const skills = (await ports.skills?.commands()) ?? [];
    const lines = describeSlashCommands(commands, columns);
    const data = {
      commands: commands.map(dataOf),
      skills: skills.map(({ name, summary }) => ({ name, summary })),
    };
    return {
      lines: [
        ...lines,
        ...(skills.length === 0 ? [] : ["", "Skills", ...describeSkillCommands(skills, commands, columns)]),
        "",
        "Attach: @FILE:1-9 @FOLDER/ @diff @staged @git:3 @url:URL",
        ...(keys === undefined ? [] : [keys]),
      ],
      data,
    };
  },
});

function helpOn(asked: string, commands: readonly SlashCommand[]): CommandReply {
  const found = commands.find(({ name, aliases }) => name === asked || aliases.includes(asked));
  if (found !== undefined) return { lines: describeSlashCommand(found), data: dataOf(found) };
  const near = nearest(asked, wordsOf(commands));
  return {
    lines: [`There is no command /${asked}. ${near === undefined ? "See /help." : `Did you mean /${near}?`}`],
  };
}

/** A row without what it does. */
function dataOf({ run: _run, ...row }: SlashCommand): Omit<SlashCommand, "run"> {
  return row;
}
