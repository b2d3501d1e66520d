import type { Call, CommandContext } from "../command-context.ts";
import { isKnown } from "../shell/unknown.ts";
import { effectReasons, effectRows } from "./effect-rows.ts";

interface EffectRow {
  readonly values: ReadonlySet<string>;
  readonly reads: readonly Form[];
  readonly effects: readonly {
    readonly code: string;
    readonly isLimit: boolean;
    readonly forms: readonly Form[];
  }[];
}

interface Form {
  readonly words: readonly string[];
  readonly needed: readonly (readonly string[])[];
  readonly absent: readonly string[];
}

/** The words of a call as a row looks at them. */
interface Given {
  readonly words: readonly string[];
  /** Options without dashes: each letter of a cluster, whole words, and `name=value`. */
  readonly options: ReadonlySet<string>;
}

const texts = new Map(
  Object.entries(effectRows).flatMap(([names, text]) =>
    names.split(" ").map((name) => [name, text] as const),
  ),
);
const parsed = new Map<string, EffectRow>();

/** Asks about what the row of a program says that it does. */
export function judgeEffects({ name, args }: Pick<Call, "name" | "args">, context: CommandContext): void {
  const row = rowOf(name);
  if (row === undefined || asksForHelp(args, row)) return;
  const given = givenTo(args, row);
  if (row.reads.some((form) => matches(form, given))) return;
  const [action] = given.words;
  if (action !== undefined && !isKnown(action) && row.effects.length > 2)
    return context.ask("command.unknown", `What ${name} is told to do shows only when it runs.`);
  const found = row.effects.find(({ forms }) => forms.some((form) => matches(form, given)));
  if (found === undefined) return;
  const { code, isLimit } = found;
  const reason = `${effectReasons[code] ?? code} (${name} ${given.words.slice(0, 4).join(" ")})`;
  if (!isLimit) context.ask(code, reason);
  // A file system in a file is no disk.
  else if (
    code === "disk.format" &&
    !args.some((word) => /^\/dev\/(?!shm\/)|disk\d/.test(word) || !isKnown(word))
  )
    context.ask("disk.changed", reason);
  else context.refuse(code, reason);
}

/** Whether a command is known to do nothing but look, such as `systemctl status` and `apt list`. */
export function onlyLooks([program = "", ...args]: readonly string[]): boolean {
  const row = rowOf(program.slice(program.lastIndexOf("/") + 1));
  if (asksForHelp(args, row)) return true;
  if (row === undefined) return false;
  const given = givenTo(args, row);
  if (row.reads.some((form) => matches(form, given))) return true;
  return looks.test(given.words[0] ?? "") || looks.test(given.words[1] ?? "")
    ? !row.effects.some(({ forms }) => forms.some((form) => matches(form, given)))
    : false;
}

const looks =
  /^(get|list|ls|ps|show|status|describe|view|info|images|logs?|inspect|top|version|search|diff|history|addr|a|-l)$/;
const pretends = /^(dry-run|dryrun|simulate|what-if|whatif|just-print|no-act|noop)$/;

/**
 * Whether a program is asked about itself, or told to pretend: `--help` and `--version` make nearly every program print and
 * stop. A single `-h` or `-V` is one, too, and behind an action where the row takes no value there.
 */
export function asksForHelp(
  args: readonly string[],
  row: Pick<EffectRow, "values"> | undefined = undefined,
): boolean {
  const end = args.indexOf("--");
  const words = end === -1 ? args : args.slice(0, end);
  if (words.length === 1 && /^(--version|-V|-h|-v|version|help)$/.test(words[0] ?? "")) return true;
  return (
    words.some((word, index) => {
      if (/^--?help$/.test(word)) return true;
      if (row === undefined) return false;
      if (word === "-h") return index > 0 && index === words.length - 1 && !row.values.has("h");
      const [, name = "", value = ""] = /^--?([\w-]+)(?:=(.*))?$/.exec(word) ?? [];
      return pretends.test(name) && !/^(none|false|no)$/.test(value);
    }) ||
    (words[0] === "help" && row !== undefined)
  );
}

function rowOf(name: string): EffectRow | undefined {
  const text = texts.get(name);
  if (text === undefined) return undefined;
  let row = parsed.get(text);
  if (row === undefined) parsed.set(text, (row = parseRow(text)));
  return row;
}

function parseRow(text: string): EffectRow {
  const segments = text.split("; ").map((segment) => {
    const at = segment.indexOf(": ");
    return [segment.slice(0, at), segment.slice(at + 2)] as const;
  });
  const of = (name: string): string => segments.find(([each]) => each === name)?.[1] ?? "";
  const forms = (list: string): readonly Form[] => (list === "" ? [] : list.split(", ").map(parseForm));
  return {
    values: new Set(of("values").split(" ")),
    reads: forms(of("reads")),
    effects: segments
      .filter(([name]) => name !== "values" && name !== "reads")
      .map(([name, list]) => ({
        code: name.replace("!", ""),
        isLimit: name.startsWith("!"),
        forms: forms(list),
      })),
  };
}

function parseForm(text: string): Form {
  const tokens = text.split(" ").filter((token) => token !== ".");
  const marked = (mark: string) =>
    tokens.filter((token) => token.startsWith(mark)).map((token) => token.slice(1));
  return {
    words: tokens.filter((token) => !/^[+~]/.test(token)).map((token) => token.toLowerCase()),
    needed: marked("+").map((names) => names.split("|")),
    absent: marked("~").flatMap((names) => names.split("|")),
  };
}

function givenTo(args: readonly string[], { values }: EffectRow): Given {
  const words: string[] = [];
  const options = new Set<string>();
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? "";
    if (word === "--") {
      words.push(...args.slice(at + 1));
      break;
    }
    if (!word.startsWith("-") || word === "-") {
      words.push(word.toLowerCase());
      continue;
    }
    const name = word.replace(/^--?/, "").replace(/=[^]*$/, "");
    options.add(name).add(word.replace(/^--?/, ""));
    const last = word.startsWith("--") ? name : addLetters(word.slice(1), values, options);
    if (!word.includes("=") && (values.has(name) || (last !== undefined && values.has(last)))) {
      const value = args[++at] ?? "";
      options.add(`${last ?? name}=${value}`).add(`${name}=${value}`);
    }
  }
  return { words, options };
}

/** The letters of a cluster up to one that takes the rest as its value. Gives the last, where a value may follow it. */
function addLetters(cluster: string, values: ReadonlySet<string>, options: Set<string>): string | undefined {
  for (const [index, letter] of [...cluster].entries()) {
    options.add(letter);
    if (values.has(letter)) {
      if (index === cluster.length - 1) return letter;
      options.add(`${letter}=${cluster.slice(index + 1)}`);
      return undefined;
    }
  }
  return undefined;
}

function matches({ words, needed, absent }: Form, given: Given): boolean {
  return (
    matchWords(words, given.words) &&
    needed.every((names) => names.some((name) => given.options.has(name))) &&
    !absent.some((name) => given.options.has(name))
  );
}

function matchWords(tokens: readonly string[], words: readonly string[]): boolean {
  const [token, ...rest] = tokens;
  if (token === undefined) return true;
  if (token === "**")
    return rest.length === 0 || words.some((_, index) => matchWords(rest, words.slice(index)));
  const [word, ...others] = words;
  return (
    word !== undefined && token.split("|").some((each) => matchWord(each, word)) && matchWords(rest, others)
  );
}

function matchWord(token: string, word: string): boolean {
  if (token === "*") return true;
  const [starts, ends] = [token.startsWith("*"), token.endsWith("*")];
  const text = token.slice(starts ? 1 : 0, ends ? -1 : undefined);
  if (starts && ends) return word.includes(text);
  if (starts) return word.endsWith(text);
  return ends ? word.startsWith(text) : word === token;
}
