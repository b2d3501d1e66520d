import type { Call, Desk } from "../desk.ts";
import { isKnown } from "../shell/unknown.ts";
import { hasOption } from "../programs/options.ts";
import type { ActionTable } from "./action-rules.ts";
import { actionTables } from "./action-tables.ts";

/** What no mode and no person lets a command do. */
const hardLimits: ReadonlySet<string> = new Set(["hermes.approve"]);

const dryRun = [
  "dry-run",
  "dryrun",
  "help",
  "simulate",
  "what-if",
  "whatif",
  "just-print",
  "no-act",
  "version",
];

/** Judges a program by the table that speaks of it; `false`: none does. */
export function judgeByTable(call: Call, desk: Desk): boolean {
  const table = Object.hasOwn(actionTables, call.name) ? actionTables[call.name] : undefined;
  if (table !== undefined) matchActions(call, desk, table);
  return table !== undefined;
}

/** Judges a program by one table. */
export function matchActions({ name, args }: Call, desk: Desk, table: ActionTable): void {
  if (
    dryRun.some((option) =>
      args.some(
        (word) => word === `--${option}` || (word.startsWith(`--${option}=`) && !/=(none|false)$/.test(word)),
      ),
    )
  )
    return;
  const words = actionWords(args, table.values);
  const [first] = words;
  if (first === "help") return;
  if (first !== undefined && !isKnown(first) && table.rules.length > 3) {
    desk.ask("command.unknown", `What ${name} is told to do shows only when it runs.`);
    return;
  }
  for (const [id, reason, ...patterns] of table.rules) {
    if (!patterns.some((pattern) => matches(pattern, words, args))) continue;
    const said = `${reason} (${name} ${words.slice(0, 4).join(" ")})`;
    if (hardLimits.has(id)) desk.refuse(id, said);
    else desk.ask(id, said);
  }
}

/** The words that are neither options nor their values. */
function actionWords(args: readonly string[], values = ""): readonly string[] {
  const taking = new Set(values.split(" "));
  const words: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? "";
    if (!word.startsWith("-") || word === "-") words.push(word);
    else if (!word.includes("=") && taking.has(word.replace(/^--?/, ""))) at++;
  }
  return words;
}

interface Pattern {
  readonly words: readonly string[];
  readonly needed: readonly string[];
  readonly absent: readonly string[];
}

const patterns = new Map<string, Pattern>();

function matches(text: string, words: readonly string[], args: readonly string[]): boolean {
  let pattern = patterns.get(text);
  if (pattern === undefined) {
    const tokens = text.split(" ");
    pattern = {
      words: tokens.filter((token) => !/^[+!]./.test(token)),
      needed: tokens.filter((token) => token.startsWith("+")).map((token) => token.slice(1)),
      absent: tokens.filter((token) => /^!./.test(token)).map((token) => token.slice(1)),
    };
    patterns.set(text, pattern);
  }
  return (
    matchWords(pattern.words, words) &&
    pattern.needed.every((names) => hasAny(names, args)) &&
    !pattern.absent.some((names) => hasAny(names, args))
  );
}

function matchWords(pattern: readonly string[], words: readonly string[]): boolean {
  const [token, ...rest] = pattern;
  if (token === undefined) return true;
  if (token === "**") return words.some((_, index) => matchWords(rest, words.slice(index)));
  const [word, ...others] = words;
  return (
    word !== undefined && token.split("|").some((each) => matchWord(each, word)) && matchWords(rest, others)
  );
}

function matchWord(token: string, word: string): boolean {
  if (token === "*") return true;
  if (token.startsWith("*") && token.endsWith("*") && token.length > 1)
    return word.includes(token.slice(1, -1));
  if (token.endsWith("*")) return word.startsWith(token.slice(0, -1));
  return token.startsWith("*") ? word.endsWith(token.slice(1)) : token === word;
}

function hasAny(names: string, args: readonly string[]): boolean {
  const list = names.split("|");
  const letters = list.filter((name) => name.length === 1).join("");
  const long = list.filter((name) => name.length > 1);
  return (
    hasOption(args, letters, long) ||
    long.some((name) => args.some((word) => word === `-${name}` || word.startsWith(`-${name}=`)))
  );
}
