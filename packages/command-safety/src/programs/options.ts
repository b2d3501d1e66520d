/** Which options a program has, in the way getopt reads them. */
export interface OptionTable {
  /** Letters of options without a value. */
  readonly flags?: string | undefined;
  /** Letters of options with a value, glued or as the next word. */
  readonly values?: string | undefined;
  /** Letters whose value may only be glued (`-iEXT`). */
  readonly glued?: string | undefined;
  /** Names of long options without a value, blank-separated. */
  readonly longFlags?: string | undefined;
  /** Names of long options with a value, blank-separated. */
  readonly longValues?: string | undefined;
  /** Long names behind one dash, as Go and Java programs take them. */
  readonly singleDash?: boolean | undefined;
  /** Options may stand behind operands; else the first operand ends them. */
  readonly anywhere?: boolean | undefined;
}

export interface ReadOptions {
  /** Option without dashes → its last value; `""` for a flag. */
  readonly options: ReadonlyMap<string, string>;
  /** All values of options that may come more than once, in order. */
  readonly all: readonly (readonly [string, string])[];
  readonly operands: readonly string[];
  /** The first option that the table does not know. */
  readonly unknown: string | undefined;
}

/** Reads a command line by a table. Long names may be shortened, as GNU programs allow. */
export function readOptions(args: readonly string[], table: OptionTable): ReadOptions {
  const all: [string, string][] = [];
  const operands: string[] = [];
  let unknown: string | undefined;
  let at = 0;
  const next = (): string => args[++at] ?? "";
  for (; at < args.length; at++) {
    const word = args[at] ?? "";
    if (word === "--") {
      operands.push(...args.slice(at + 1));
      break;
    }
    if (word === "-" || !word.startsWith("-")) {
      if (table.anywhere !== true) {
        operands.push(...args.slice(at));
        break;
      }
      operands.push(word);
    } else if (word.startsWith("--") || table.singleDash === true) {
      const known = readLong(word, table, next);
      if (known === undefined) {
        unknown ??= word;
        all.push(splitOption(word));
      } else all.push(known);
    } else {
      unknown = readShort(word, table, next, all) ?? unknown;
    }
  }
  return { options: new Map(all), all, operands, unknown };
}

function readLong(word: string, table: OptionTable, next: () => string): [string, string] | undefined {
  const [given, value] = splitOption(word);
  const hasValue = word.includes("=");
  const withValue = findLong(given, table.longValues);
  const flag = findLong(given, table.longFlags);
  const exact = withValue === given ? withValue : flag === given ? undefined : withValue;
  if (exact !== undefined) return [exact, hasValue ? value : next()];
  return flag === undefined ? undefined : [flag, value];
}

function splitOption(word: string): [string, string] {
  const [, name = "", value = ""] = /^--?([^=]*)(?:=([^]*))?$/.exec(word) ?? [];
  return [name, value];
}

function findLong(given: string, names = ""): string | undefined {
  const list = names.split(" ").filter((name) => name !== "");
  return (
    list.find((name) => name === given) ??
    (given.length > 1 ? list.find((name) => name.startsWith(given)) : undefined)
  );
}

function readShort(
  word: string,
  table: OptionTable,
  next: () => string,
  all: [string, string][],
): string | undefined {
  for (let index = 1; index < word.length; index++) {
    const letter = word[index] ?? "";
    const rest = word.slice(index + 1);
    if (table.values?.includes(letter) === true) {
      all.push([letter, rest === "" ? next() : rest]);
      return undefined;
    }
    if (table.glued?.includes(letter) === true) {
      all.push([letter, rest]);
      return undefined;
    }
    all.push([letter, ""]);
    if (table.flags?.includes(letter) !== true) return word;
  }
  return undefined;
}

/** Whether any of these letters or long names is among the words, also in a cluster as in `-rf`. Stops at `--`. */
export function hasOption(
  args: readonly string[],
  letters: string,
  longNames: readonly string[] = [],
): boolean {
  for (const word of args) {
    if (word === "--") return false;
    if (word.startsWith("--")) {
      const [name = ""] = word.slice(2).split("=");
      if (
        name !== "" &&
        longNames.some((long) => long === name || (name.length > 1 && long.startsWith(name)))
      )
        return true;
    } else if (word.startsWith("-") && [...word.slice(1)].some((letter) => letters.includes(letter)))
      return true;
  }
  return false;
}

/** The words that are no options; everything behind `--` counts. */
export function operandsOf(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  const before = (end === -1 ? args : args.slice(0, end)).filter(
    (word) => !word.startsWith("-") || word === "-",
  );
  return end === -1 ? before : [...before, ...args.slice(end + 1)];
}
