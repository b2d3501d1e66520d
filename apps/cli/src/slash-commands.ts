import { nearest } from "@hermes/registry";

/** One command of a conversation. Data only: each face brings its own handlers. */
export interface SlashCommand {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: string;
}

export type SlashCommandName = "help" | "new" | "mode" | "quit";

/** Every command that can be typed in a conversation, in the order of `/help`. */
export const slashCommands: readonly (SlashCommand & { readonly name: SlashCommandName })[] = [
  { name: "help", aliases: ["?"], summary: "Show these commands." },
  { name: "new", aliases: [], summary: "Start a new conversation; the old one stays in the store." },
  { name: "mode", aliases: [], summary: "Show how questions are handled, or switch: /mode plan." },
  { name: "quit", aliases: ["exit", "q"], summary: "Leave." },
];

export type SlashInput =
  | { readonly type: "text" }
  | { readonly type: "command"; readonly name: SlashCommandName; readonly rest: string }
  | { readonly type: "unknown"; readonly typed: string; readonly near: string | undefined };

/**
 * Tells commands from messages. A line counts as a command when it starts with a slash and one word of letters,
 * so that `/usr/bin is full` is a message.
 */
export function parseSlashInput(line: string): SlashInput {
  const match = /^\/([a-z-]+|\?)(?:\s+([^]*))?$/i.exec(line.trim());
  if (match === null) return { type: "text" };
  const typed = (match[1] ?? "").toLowerCase();
  const command = slashCommands.find(({ name, aliases }) => name === typed || aliases.includes(typed));
  if (command) return { type: "command", name: command.name, rest: match[2] ?? "" };
  const names = slashCommands.flatMap(({ name, aliases }) => [name, ...aliases]);
  return { type: "unknown", typed, near: nearest(typed, names) };
}

/** One line per command, for `/help`. */
export function describeSlashCommands(): readonly string[] {
  const titles = slashCommands.map(({ name, aliases }) =>
    [name, ...aliases].map((word) => `/${word}`).join(", "),
  );
  const width = Math.max(...titles.map((title) => title.length));
  return slashCommands.map(({ summary }, index) => `${(titles[index] ?? "").padEnd(width)}  ${summary}`);
}
