import type { SkillCommand } from "./controller-ports.ts";
import { commandKinds } from "./slash-command.ts";
import type { CommandKind, SlashCommand } from "./slash-command.ts";
import { wordsOf } from "./slash-input.ts";

/** Fewer columns leave no room for names and summaries side by side. */
const narrowBelow = 72;

/**
 * The commands by kind, for `/help`: a heading, then one line for each.
 *
 * @param columns Summaries are wrapped there; where there are few columns they stand below the names. Absent: nothing is wrapped.
 */
export function describeSlashCommands(
  commands: readonly SlashCommand[],
  columns?: number | undefined,
): readonly string[] {
  const kinds = Object.keys(commandKinds).filter((kind): kind is CommandKind => kind in commandKinds);
  const groups = kinds.map((kind) => ({
    heading: commandKinds[kind],
    rows: commands.filter((command) => command.kind === kind).map(rowOf),
  }));
  const width = widthOf(groups.flatMap(({ rows }) => rows));
  return groups
    .filter(({ rows }) => rows.length > 0)
    .flatMap(({ heading, rows }, index) => [
      ...(index === 0 ? [] : [""]),
      heading,
      ...inColumns(rows, { width, columns }).map((line) => `  ${line}`),
    ]);
}

function rowOf({ name, aliases, hint, summary }: SlashCommand): Row {
  const words = [name, ...aliases].map((word) => `/${word}`).join(", ");
  return [hint === "" ? words : `${words} ${hint}`, summary];
}

/** All about one command, for `/help NAME`. */
export function describeSlashCommand(command: SlashCommand): readonly string[] {
  const { name, aliases, hint, summary, kind, completes, whileBusy } = command;
  return [
    hint === "" ? `/${name}` : `/${name} ${hint}`,
    summary,
    ...(aliases.length === 0 ? [] : [`Also: ${aliases.map((word) => `/${word}`).join(", ")}`]),
    ...(Array.isArray(completes) ? [`One of: ${completes.join(", ")}`] : []),
    `${commandKinds[kind]} · ${whileBusy ? "done at once, also while the model works" : "waits while the model works"}`,
  ];
}

const maxSkills = 20;

/** The same for skills: the first ones, one line for each, or their names alone on few columns. Empty where there is none. */
export function describeSkillCommands(
  skills: readonly SkillCommand[],
  commands: readonly SlashCommand[],
  columns?: number | undefined,
): readonly string[] {
  const words = wordsOf(commands);
  const left = skills.length - maxSkills;
  const rows = skills
    .slice(0, maxSkills)
    .map(({ name, summary }): Row => [words.has(name) ? `/skills use ${name}` : `/${name}`, summary]);
  if (columns !== undefined && columns < narrowBelow)
    return inWords([...rows.map(([title]) => title), ...(left > 0 ? ["…"] : [])].join(", "), columns);
  const width = widthOf(rows);
  const lines = inColumns(
    rows.map(([title, summary]) => [
      title,
      shortened(summary, columns === undefined ? undefined : columns - width - 2),
    ]),
    { width, columns: undefined },
  );
  return left > 0 ? [...lines, `… and ${left} more: /skills list`] : lines;
}

type Row = readonly [title: string, summary: string];

function widthOf(rows: readonly Row[]): number {
  return Math.max(0, ...rows.map(([title]) => title.length));
}

function inColumns(
  rows: readonly Row[],
  { width, columns }: { readonly width: number; readonly columns: number | undefined },
): readonly string[] {
  if (columns === undefined) return rows.map(([title, summary]) => `${title.padEnd(width)}  ${summary}`);
  if (columns < narrowBelow)
    return rows.flatMap(([title, summary]) => [
      title,
      ...inWords(summary, columns - 6).map((line) => `    ${line}`),
    ]);
  return rows.flatMap(([title, summary]) =>
    inWords(summary, columns - width - 4).map(
      (line, index) => `${(index === 0 ? title : "").padEnd(width)}  ${line}`,
    ),
  );
}

function shortened(text: string, chars = Infinity): string {
  return text.length <= chars ? text : `${text.slice(0, Math.max(0, chars - 1)).trimEnd()}…`;
}

/** Lines of whole words; one that is longer stands alone. */
function inWords(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
