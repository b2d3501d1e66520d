import type { Command, Option } from "commander";

/** Where in a command line the cursor is. */
export interface Place {
  readonly program: Command;
  /** What the words before lead to. */
  readonly command: Command;
  /** The names of the commands, from the program on. */
  readonly path: readonly string[];
  /** What was given before the cursor and is no option, behind the commands. */
  readonly operands: readonly string[];
  /** Options of the command that were given. */
  readonly given: readonly Option[];
  /** The option whose value is typed. */
  readonly option?: Option | undefined;
  /** Behind `hermes help`, which takes the names of commands alone. */
  readonly isHelp: boolean;
  /** The name of a profile is typed, which can stand everywhere. */
  readonly isProfile: boolean;
  /** Behind `--`: everything is an operand. */
  readonly isRest: boolean;
  /** What is typed of the word, or of the value behind `=`. */
  readonly typed: string;
  /** What of the word stands before that, such as `--model=`. */
  readonly before: string;
}

/**
 * Follows the words of a command line as commander would.
 *
 * @param words Those behind the program; the last one is being typed.
 * @param fill Has the commands of a command declared.
 */
export async function placeOf(
  program: Command,
  words: readonly string[],
  fill: (command: Command, path: readonly string[]) => Promise<void>,
): Promise<Place> {
  let command = program;
  let path: readonly string[] = [];
  let operands: readonly string[] = [];
  let given: readonly Option[] = [];
  let waiting: Option | undefined;
  let isRest = false;
  let isHelp = false;
  for (const word of words.slice(0, -1)) {
    if (waiting !== undefined && !(mayEnd(waiting) && word.startsWith("-"))) {
      if (!waiting.variadic) waiting = undefined;
      continue;
    }
    waiting = undefined;
    if (isRest) operands = [...operands, word];
    else if (word === "--") isRest = true;
    else if (word.startsWith("-") && word !== "-") {
      const found = optionsIn(command, word);
      given = [...given, ...found.options];
      waiting = found.waiting;
    } else {
      const next = operands.length === 0 ? commandNamed(command, word) : undefined;
      if (next === undefined) operands = [...operands, word];
      else if (command === program && next.name() === "help") isHelp = true;
      else {
        path = [...path, next.name()];
        // oxlint-disable-next-line no-await-in-loop -- what comes next is known then
        await fill(next, path);
        command = next;
        given = [];
      }
    }
  }
  const last = words.at(-1) ?? "";
  const [, ofProfile] = /^--profile=(.*)$/s.exec(isRest ? "" : last) ?? [];
  const isProfile = ofProfile !== undefined || /^(-p|--profile)$/.test(isRest ? "" : (words.at(-2) ?? ""));
  const at = { program, command, path, operands, given, isHelp, isProfile, isRest };
  if (isProfile) {
    const before = ofProfile === undefined ? "" : "--profile=";
    return { ...at, typed: ofProfile ?? last, before };
  }
  if (waiting !== undefined && !(mayEnd(waiting) && last.startsWith("-")))
    return { ...at, option: waiting, typed: last, before: "" };
  const [, before = "", typed = ""] = /^(--[^=]+=)(.*)$/s.exec(isRest ? "" : last) ?? [];
  const option = before === "" ? undefined : optionNamed(command, before.slice(0, -1));
  if (option !== undefined && takesValue(option)) return { ...at, option, typed, before };
  return { ...at, typed: last, before: "" };
}

/** Whether the next word may be another option. */
function mayEnd(option: Option): boolean {
  return option.optional || option.variadic;
}

export function takesValue(option: Option): boolean {
  return option.required || option.optional;
}

function commandNamed(command: Command, word: string): Command | undefined {
  return visibleCommands(command).find((each) => each.name() === word || each.aliases().includes(word));
}

/** Without the `help` that commander adds by itself, which stands in none of the help here. */
export function visibleCommands(command: Command): readonly Command[] {
  const own = new Set(command.commands);
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => own.has(each));
}

function optionNamed(command: Command, flag: string): Option | undefined {
  return command.options.find((option) => option.long === flag || option.short === flag);
}

/** The options that a word names, and the one that waits for its value in the next word. */
function optionsIn(
  command: Command,
  word: string,
): { readonly options: readonly Option[]; readonly waiting?: Option | undefined } {
  if (word.startsWith("--")) {
    const [flag = ""] = word.split("=");
    const option = optionNamed(command, flag);
    if (option === undefined) return { options: [] };
    return { options: [option], waiting: takesValue(option) && flag === word ? option : undefined };
  }
  const options: Option[] = [];
  for (const [index, letter] of [...word.slice(1)].entries()) {
    const option = optionNamed(command, `-${letter}`);
    if (option === undefined) return { options };
    options.push(option);
    const isLast = index === word.length - 2;
    // `-cq` is both, and `-mgpt` is a value of the first.
    if (option.required) return { options, waiting: isLast ? option : undefined };
    if (option.optional && isLast) return { options, waiting: option };
  }
  return { options };
}
