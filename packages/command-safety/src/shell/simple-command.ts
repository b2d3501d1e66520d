import type { Command, CommandArgument } from "unbash";
import type { Expander } from "./expand.ts";
import type { Input } from "./redirect.ts";

/** One simple command as the walker hands it on. */
export interface SimpleCommand {
  readonly argv: readonly string[];
  readonly environment: ReadonlyMap<string, string>;
  readonly input: Input;
  readonly wordUncertainty: () => WordUncertainty;
}

/** What the shell may make of a command's words beside what is read. */
export interface WordUncertainty {
  /** A part outside of quotes shows only when it runs: it may become several words. */
  readonly splits: boolean;
  /** A word begins with a pattern: what it finds may look like an option. */
  readonly matches: boolean;
}

export interface WordHost {
  readonly expander: Expander;
  readonly assign: (
    name: string,
    value: string | readonly string[],
    append: boolean,
    index: string | undefined,
  ) => void;
}

/** Expands the words of a command. Undefined where it only assigns, or where nothing is left of it. */
export function readSimpleCommand(node: Command, input: Input, host: WordHost): SimpleCommand | undefined {
  const { expander } = host;
  const environment = readPrefix(node, host);
  if (node.name === undefined) return undefined;
  const name = expander.fields(node.name);
  const rest = node.args.flatMap((argument) => {
    if (argument.type === "Word") return expander.fields(argument);
    const value = expander.assignmentValue(argument);
    if (typeof value === "string") return [`${argument.name}${argument.append === true ? "+" : ""}=${value}`];
    host.assign(argument.name, value, argument.append === true, undefined);
    return [argument.name];
  });
  const argv = [...name, ...rest];
  if (argv.length === 0) return undefined;
  return {
    argv,
    environment,
    input,
    wordUncertainty: () => uncertaintyOf(node),
  };
}

/** `NAME=value` before the command is for it alone; without a command it is for the shell. */
function readPrefix(node: Command, { expander, assign }: WordHost): ReadonlyMap<string, string> {
  const environment = new Map<string, string>();
  for (const prefix of node.prefix) {
    if (prefix.type !== "Assignment") continue;
    const value = expander.assignmentValue(prefix);
    if (prefix.index !== undefined) expander.text(prefix.index);
    if (node.name === undefined) assign(prefix.name, value, prefix.append === true, prefix.index?.value);
    else if (typeof value === "string") environment.set(prefix.name, value);
  }
  return environment;
}

function uncertaintyOf({ name, args }: Command): WordUncertainty {
  const words: readonly CommandArgument[] = name === undefined ? args : [name, ...args];
  const parts = words.map((word) => (word.type === "Word" ? (word.parts ?? []) : []));
  return {
    splits: parts
      .flat()
      .some(
        ({ type, text }) =>
          /^(SimpleExpansion|ParameterExpansion|CommandExpansion)$/.test(type) && !/^\$[#?$!]$/.test(text),
      ),
    matches: parts.some(
      ([first]) =>
        first !== undefined &&
        (/Glob$/.test(first.type) || (/Expansion$/.test(first.type) && first.type !== "ArithmeticExpansion")),
    ),
  };
}
