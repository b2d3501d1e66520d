import { nearest } from "@hermes/registry";
import type { SlashCommand } from "./slash-command.ts";

export type SlashInput =
  | { readonly type: "text" }
  | { readonly type: "command"; readonly command: SlashCommand; readonly rest: string }
  | { readonly type: "skill"; readonly name: string; readonly rest: string }
  | { readonly type: "unknown"; readonly typed: string; readonly near: string | undefined };

/**
 * Tells commands from messages. A line counts as a command when it starts with a slash and one word of letters, digits
 * and hyphens, so that `/usr/bin is full` is a message. What begins with a digit (`/2 is half`) is one only as a skill's.
 *
 * @param skills What skills can be typed as, without the slash. A command of the table wins over a skill of its name.
 */
export function parseSlashInput(
  line: string,
  commands: readonly SlashCommand[],
  skills: readonly string[] = [],
): SlashInput {
  const match = /^\/([a-z0-9][a-z0-9-]*|\?)(?:\s+([^]*))?$/i.exec(line.trim());
  if (match === null) return { type: "text" };
  const typed = (match[1] ?? "").toLowerCase();
  const rest = match[2] ?? "";
  const command = commands.find(({ name, aliases }) => name === typed || aliases.includes(typed));
  if (command) return { type: "command", command, rest };
  if (skills.includes(typed)) return { type: "skill", name: typed, rest };
  if (/^\d/.test(typed)) return { type: "text" };
  return { type: "unknown", typed, near: nearest(typed, [...wordsOf(commands), ...skills]) };
}

/** What no skill can be typed as, for it means something else already. */
export function wordsOf(commands: readonly SlashCommand[]): ReadonlySet<string> {
  return new Set(commands.flatMap(({ name, aliases }) => [name, ...aliases]));
}
