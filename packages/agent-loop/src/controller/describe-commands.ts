import type { SkillCommand } from "./controller-ports.ts";
import type { SlashCommand } from "./slash-command.ts";
import { wordsOf } from "./slash-input.ts";

/** One line per command, for `/help`. */
export function describeSlashCommands(commands: readonly SlashCommand[]): readonly string[] {
  return inColumns(
    commands.map(({ name, aliases, summary }) => [
      [name, ...aliases].map((word) => `/${word}`).join(", "),
      summary,
    ]),
  );
}

const maxSkills = 20;

/** The same for skills: the first ones, and how many there are besides. Empty where there is none. */
export function describeSkillCommands(
  skills: readonly SkillCommand[],
  commands: readonly SlashCommand[],
): readonly string[] {
  const words = wordsOf(commands);
  const left = skills.length - maxSkills;
  const rows = skills
    .slice(0, maxSkills)
    .map(({ name, summary }) => [words.has(name) ? `/skills use ${name}` : `/${name}`, summary] as const);
  return left > 0 ? [...inColumns(rows), `… and ${left} more: /skills list`] : inColumns(rows);
}

function inColumns(rows: readonly (readonly [title: string, summary: string])[]): readonly string[] {
  const width = Math.max(0, ...rows.map(([title]) => title.length));
  return rows.map(([title, summary]) => `${title.padEnd(width)}  ${summary}`);
}
