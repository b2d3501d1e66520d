import type { OptionTable } from "./options.ts";

/** What the operands of a program are. */
export type Operands =
  | "none"
  | "data"
  | "read"
  | "written"
  | "pattern"
  | "changed"
  | "copied"
  | "code"
  | "action"
  | "command";

/** All that is known of a program: what it does not list is not known. */
export interface Row extends OptionTable {
  readonly operands: Operands;
  /** Options whose value is a file that is read. */
  readonly reads: ReadonlySet<string>;
  /** Options whose value is a file that is written. */
  readonly writes: ReadonlySet<string>;
  /** It runs code of the project. */
  readonly runsProject: boolean;
  /** Each of its options is harmless, so that a name which looks like one is, too. */
  readonly takesAnyName: boolean;
  /** It only looks at its words: what shows only when it runs is harmless, too. */
  readonly takesAnyText: boolean;
  /** It takes one operand: a second one would mean something else. */
  readonly takesOne: boolean;
  /** What it is given may leave the machine. */
  readonly sends: boolean;
}

const operandMarks: Readonly<Record<string, Operands>> = {
  ...{
    ":": "data",
    "<": "read",
    ">": "written",
    ":<": "pattern",
    ":>": "changed",
    "<>": "copied",
    ".": "code",
    "&": "action",
    "^": "command",
  },
};

/**
 * Reads a row as it stands in the table, words separated by blanks:
 *
 * - `-abc`, `--long`: options without a value; `-abn:`, `--long:`: the last has a value that is only data; `<` instead of `:`
 *   where the value is a file that is read, `>` where it is written, `~` where a value may only be glued on
 * - what the operands are: `:` data, `<` files that are read, `>` written, `:<` data first and then files, `:>` the
 *   same with files that are changed, `<>` files that are read and at last one that is written, `.` a file that is run with what follows as its own words, `&` an action with
 *   a row of its own, `^` a command. None of these: it takes none
 * - `!` it runs code of the project; `*` a name that looks like an option harms nothing; `?` any text harms nothing; `=` it takes one operand; `@`
 *   what it is given may leave the machine; `1` long options stand behind one dash
 */
export function parseRow(text: string): Row {
  const letters = { flags: "", values: "", glued: "" };
  const [longFlags, longValues, marks]: [string[], string[], string[]] = [[], [], []];
  const [reads, writes] = [new Set<string>(), new Set<string>()];
  for (const word of text.split(/\s+/)) {
    const [, dashes, names = "", kind = ""] = /^(--?)([\w.-]+)([:<>~]?)$/.exec(word) ?? [];
    if (dashes === undefined) {
      marks.push(word.replace(/!$/, ""), ...(word.endsWith("!") ? ["!"] : []));
      continue;
    }
    const last = dashes === "-" ? (names.at(-1) ?? "") : names;
    if (kind === "<") reads.add(last);
    if (kind === ">") writes.add(last);
    if (dashes === "--") (kind === "" || kind === "~" ? longFlags : longValues).push(names);
    else if (kind === "") letters.flags += names;
    else {
      letters.flags += names.slice(0, -1);
      letters[kind === "~" ? "glued" : "values"] += last;
    }
  }
  const operands = marks.map((mark) => operandMarks[mark]).find((each) => each !== undefined) ?? "none";
  return {
    ...letters,
    longFlags: longFlags.join(" "),
    longValues: longValues.join(" "),
    singleDash: marks.includes("1"),
    anywhere: operands !== "code" && operands !== "action" && operands !== "command",
    ...{ operands, reads, writes },
    runsProject: marks.includes("!"),
    takesAnyName: marks.includes("*"),
    takesAnyText: marks.includes("?"),
    takesOne: marks.includes("="),
    sends: marks.includes("@"),
  };
}
