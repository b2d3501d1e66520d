import { nearest } from "@hermes/registry";
import type { ControllerPorts } from "./controller-ports.ts";
import type { SlashCommand } from "./slash-command.ts";

export type SlashInput =
  | { readonly type: "text" }
  /** `exact`: not only the beginning of its name was typed. */
  | {
      readonly type: "command";
      readonly command: SlashCommand;
      readonly rest: string;
      readonly exact: boolean;
    }
  | { readonly type: "skill"; readonly name: string; readonly rest: string }
  /** `fits`: what begins with it, where that are several. */
  | {
      readonly type: "unknown";
      readonly typed: string;
      readonly near: string | undefined;
      readonly fits: readonly string[];
    };

/**
 * Tells commands from messages. A line counts as a command when it starts with a slash and one word of letters, digits
 * and hyphens, so that `/usr/bin is full` is a message. What begins with a digit (`/2 is half`) is one only as a skill's.
 * Prompts of MCP servers (`/mcp_github_review`) are offered as skills are, and have underscores.
 * The beginning of a name is enough where no other begins so.
 *
 * @param skills What skills can be typed as, without the slash. A command of the table wins over a skill of its name.
 */
export function parseSlashInput(
  line: string,
  commands: readonly SlashCommand[],
  skills: readonly string[] = [],
): SlashInput {
  const match = /^\/(mcp_\w+|[a-z0-9][a-z0-9-]*|\?)(?:\s+([^]*))?$/i.exec(line.trim());
  if (match === null) return { type: "text" };
  const typed = (match[1] ?? "").toLowerCase();
  const rest = match[2] ?? "";
  const command = commands.find(({ name, aliases }) => name === typed || aliases.includes(typed));
  if (command) return { type: "command", command, rest, exact: true };
  const skill = skills.find((name) => name.toLowerCase() === typed);
  if (skill !== undefined) return { type: "skill", name: skill, rest };
  if (/^\d/.test(typed)) return { type: "text" };
  const begun = commands.filter(({ name, aliases }) =>
    [name, ...aliases].some((word) => word.startsWith(typed)),
  );
  const begunSkills = skills.filter(
    (name) => name.toLowerCase().startsWith(typed) && !wordsOf(commands).has(name),
  );
  const [only] = begun;
  const [onlySkill] = begunSkills;
  const fits = [...begun.map(({ name }) => name), ...begunSkills];
  if (fits.length === 1 && only !== undefined) return { type: "command", command: only, rest, exact: false };
  if (fits.length === 1 && onlySkill !== undefined) return { type: "skill", name: onlySkill, rest };
  const near = fits.length > 1 ? undefined : nearest(typed, [...wordsOf(commands), ...skills]);
  return { type: "unknown", typed, near, fits };
}

/** What a line means where skills are offered; they are looked up only for what no command of the table is. */
export async function findSlashInput(
  line: string,
  commands: readonly SlashCommand[],
  skills: ControllerPorts["skills"],
): Promise<SlashInput> {
  const input = parseSlashInput(line, commands);
  const isSure = input.type === "command" ? input.exact : input.type === "text" && !/^\s*\/\d/.test(line);
  if (skills === undefined || isSure) return input;
  const offered = await skills.commands();
  return parseSlashInput(
    line,
    commands,
    offered.map(({ name }) => name),
  );
}

/** What no skill can be typed as, for it means something else already. */
export function wordsOf(commands: readonly SlashCommand[]): ReadonlySet<string> {
  return new Set(commands.flatMap(({ name, aliases }) => [name, ...aliases]));
}
