import { nearest } from "@hermes/registry";

/** One command of a conversation. Data only: each face brings its own handlers. */
export interface SlashCommand {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: string;
}

export type SlashCommandName = "help" | "new" | "mode" | "skills" | "quit";

/** Every command that can be typed in a conversation, in the order of `/help`. */
export const slashCommands: readonly (SlashCommand & { readonly name: SlashCommandName })[] = [
  { name: "help", aliases: ["?"], summary: "Show these commands." },
  { name: "new", aliases: [], summary: "Start a new conversation; the old one stays in the store." },
  { name: "mode", aliases: [], summary: "Show how questions are handled, or switch: /mode plan." },
  { name: "skills", aliases: [], summary: "See and change skills: /skills list, /skills --help." },
  { name: "quit", aliases: ["exit", "q"], summary: "Leave." },
];

/** What no skill can be typed as, for it means something else already. */
export const builtInWords: ReadonlySet<string> = new Set(
  slashCommands.flatMap(({ name, aliases }) => [name, ...aliases]),
);

export type SlashInput =
  | { readonly type: "text" }
  | { readonly type: "command"; readonly name: SlashCommandName; readonly rest: string }
  | { readonly type: "skill"; readonly name: string; readonly rest: string }
  | { readonly type: "unknown"; readonly typed: string; readonly near: string | undefined };

/**
 * Tells commands from messages. A line counts as a command when it starts with a slash and one word of letters, digits
 * and hyphens, so that `/usr/bin is full` is a message. What begins with a digit (`/2 is half`) is one only as a skill's.
 *
 * @param skills What skills can be typed as, without the slash. A built-in command wins over a skill of its name.
 */
export function parseSlashInput(line: string, skills: readonly string[] = []): SlashInput {
  const match = /^\/([a-z0-9][a-z0-9-]*|\?)(?:\s+([^]*))?$/i.exec(line.trim());
  if (match === null) return { type: "text" };
  const typed = (match[1] ?? "").toLowerCase();
  const rest = match[2] ?? "";
  const command = slashCommands.find(({ name, aliases }) => name === typed || aliases.includes(typed));
  if (command) return { type: "command", name: command.name, rest };
  if (skills.includes(typed)) return { type: "skill", name: typed, rest };
  if (/^\d/.test(typed)) return { type: "text" };
  return { type: "unknown", typed, near: nearest(typed, [...builtInWords, ...skills]) };
}

/** One line per command, for `/help`. */
export function describeSlashCommands(): readonly string[] {
  return inColumns(
    slashCommands.map(({ name, aliases, summary }) => [
      [name, ...aliases].map((word) => `/${word}`).join(", "),
      summary,
    ]),
  );
}

const mostSkills = 20;

/** The same for skills: the first ones, and how many there are besides. Empty where there is none. */
export function describeSkillCommands(
  skills: readonly { readonly name: string; readonly summary: string }[],
): readonly string[] {
  const left = skills.length - mostSkills;
  const rows = skills
    .slice(0, mostSkills)
    .map(
      ({ name, summary }) => [builtInWords.has(name) ? `/skills use ${name}` : `/${name}`, summary] as const,
    );
  return left > 0 ? [...inColumns(rows), `… and ${left} more: /skills list`] : inColumns(rows);
}

function inColumns(rows: readonly (readonly [title: string, summary: string])[]): readonly string[] {
  const width = Math.max(0, ...rows.map(([title]) => title.length));
  return rows.map(([title, summary]) => `${title.padEnd(width)}  ${summary}`);
}
