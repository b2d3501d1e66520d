import { quoteShellWord } from "../quote-shell-word.ts";
import type { SimpleCommand } from "./simple-command.ts";
import type { Walker } from "./walk.ts";

/** An alias of the script: its text stands in place of the name. Undefined where the name is none. */
export function runAlias({ argv, input }: SimpleCommand, walker: Walker): string | undefined {
  const { aliases } = walker.state;
  const [name = "", ...rest] = argv;
  const text = aliases.get(name);
  if (text === undefined) return undefined;
  aliases.delete(name);
  try {
    return walker.runText([text, ...rest.map(quoteShellWord)].join(" "), input);
  } finally {
    aliases.set(name, text);
  }
}
