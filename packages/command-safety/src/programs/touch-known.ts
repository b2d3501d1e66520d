import { harmlessDevices } from "../paths/protected-paths.ts";
import type { Call, CommandContext } from "../command-context.ts";
import type { Row } from "./known-row.ts";
import { rowOf } from "./known-rows.ts";
import { readOptions } from "./options.ts";
import type { ReadOptions } from "./options.ts";

/** A program, or one of its actions, with the words that belong to it. */
export interface KnownLevel {
  /** The program and the actions up to here, such as `git remote add`. */
  readonly name: string;
  readonly row: Row;
  readonly read: ReadOptions;
}

/**
 * The rows that speak of a call: of the program, and of each action down to the last.
 *
 * @returns `unknown`: the program or action that no row speaks of.
 */
export function knownLevels(
  name: string,
  args: readonly string[],
): { readonly levels: readonly KnownLevel[]; readonly unknown: string | undefined } {
  const levels: KnownLevel[] = [];
  let [at, rest]: [string, readonly string[]] = [name, args];
  for (;;) {
    const row = rowOf(at);
    if (row === undefined) return { levels, unknown: at };
    // What stands behind `--` is handed on to code of the project, which has options of its own.
    const read = readOptions(row.runsProject ? rest.filter((word) => word !== "--") : rest, row);
    levels.push({ name: at, row, read });
    const [action, ...more] = read.operands;
    if (row.operands !== "action" || action === undefined) return { levels, unknown: undefined };
    [at, rest] = [`${at} ${action}`, more];
  }
}

/** `python3 -m pytest` is pytest. */
export function withoutModule(name: string, args: readonly string[]): Pick<Call, "name" | "args"> {
  return name.endsWith("-module") ? { name: args[0] ?? "", args: args.slice(1) } : { name, args };
}

/** Notes the files that a program reads and writes, as far as its row tells. */
export function touchKnown(
  { name, args, stdin }: Pick<Call, "name" | "args" | "stdin">,
  context: CommandContext,
): void {
  const words = withoutModule(name, args);
  for (const level of knownLevels(words.name, words.args).levels) {
    const { row, read } = level;
    for (const [option, value] of read.all) {
      if (row.reads.has(option)) context.touch("read", value);
      if (row.writes.has(option)) context.touch("write", value);
    }
    touchOperands(level, stdin, context);
  }
}

function touchOperands(
  { name, row, read }: KnownLevel,
  stdin: string | undefined,
  context: CommandContext,
): void {
  const { operands, options, all } = read;
  const hasPattern =
    name !== "jq" && all.some(([option]) => /^(e|f|regexp|expression|files|type-list)$/.test(option));
  switch (row.operands) {
    case "read":
      for (const file of operands) context.touch("read", file);
      return;
    case "written":
      for (const file of operands) if (!harmlessDevices.test(file)) context.touch("write", file);
      return;
    case "changed":
      for (const file of operands.slice(1)) context.touch("write", file);
      return;
    case "pattern": {
      const files = hasPattern ? operands : operands.slice(1);
      const isTree = name === "rg" || ["r", "R", "recursive"].some((option) => options.has(option));
      const searchesHere = files.length === 0 && isTree && (name !== "rg" || stdin === undefined);
      // What a pattern or a type names is searched although it is hidden.
      const namesFiles = ["g", "glob", "iglob", "t", "type"].some((option) => options.has(option));
      const searched = name === "rg" && !namesFiles ? "visible" : "all";
      for (const file of searchesHere ? ["."] : files)
        context.touch("read", file, isTree ? { recursive: true, searched } : {});
      return;
    }
    default:
  }
}
