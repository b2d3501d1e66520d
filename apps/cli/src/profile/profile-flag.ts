import { usageError } from "../failure.ts";

export interface ProfileFlag {
  /** Undefined: none was given. */
  readonly name: string | undefined;
  /** The command line without it. */
  readonly args: readonly string[];
}

/** Their next word is the person's own text, whatever it looks like. */
const takesText: ReadonlySet<string> = new Set(["-q", "--query"]);

/** Takes `-p NAME` or `--profile NAME` from wherever it stands in a command line. Behind `--` nothing is taken. */
export function takeProfileFlag(words: readonly string[]): ProfileFlag {
  const names: string[] = [];
  const args: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--") {
      args.push(...words.slice(at));
      break;
    }
    if (word === "-p" || word === "--profile") names.push(words[++at] ?? "");
    else if (word.startsWith("--profile=")) names.push(word.slice("--profile=".length));
    else {
      args.push(word);
      const text = words[at + 1];
      if (takesText.has(word) && text !== undefined) {
        args.push(text);
        at++;
      }
    }
  }
  if (names.some((name) => name === "" || name.startsWith("-")))
    throw usageError("-p needs the name of a profile; `hermes profile list` shows them.");
  if (new Set(names).size > 1) throw usageError(`Give one profile: ${names.join(" or ")}.`);
  return { name: names[0], args };
}
