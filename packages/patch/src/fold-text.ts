/**
 * What is overlooked when a text is looked for, from little to much; each level includes the ones before.
 *
 * - `trailing`: blanks at the ends of lines, and their kind of line end
 * - `look-alikes`: typographic quotes and dashes, special blanks, invisible characters
 * - `indentation`: blanks at the beginnings of lines
 * - `blanks`: how many blanks, and of which kind, are between words
 * - `brackets`: whether there are blanks beside brackets, commas and semicolons
 * - `blank-lines`: empty lines
 */
export const foldLevels = [
  "trailing",
  "look-alikes",
  "indentation",
  "blanks",
  "brackets",
  "blank-lines",
] as const;

export type FoldLevel = (typeof foldLevels)[number];

export interface FoldedText {
  readonly text: string;
  /** Where each unit of the folded text begins and ends in the original. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** The level up to which two lines are compared. */
export const lineLevel: FoldLevel = "brackets";

/** What a long dash is written as where there is none: both are usual, and they are not the same. */
export type LongDash = "-" | "--";

/** The ways to write the long dashes of some texts; one where there are none. */
export function longDashesOf(...texts: readonly string[]): readonly LongDash[] {
  return texts.some((text) => longDash.test(text)) ? ["-", "--"] : ["-"];
}

/** Leaves out of a text what a level overlooks, and remembers where everything was. */
export function foldText(text: string, level: FoldLevel, dash: LongDash = "-"): FoldedText {
  const rank = foldLevels.indexOf(level);
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const push = (unit: string, start: number, end: number) => {
    parts.push(unit);
    // An ellipsis becomes three units that all stand for the same one.
    for (let index = 0; index < unit.length; index += 1) {
      starts.push(start);
      ends.push(end);
    }
  };
  for (let start = 0; start <= text.length;) {
    const feed = text.indexOf("\n", start);
    const stop = feed === -1 ? text.length : feed;
    const lineEnd = feed > start && text[feed - 1] === "\r" ? feed - 1 : stop;
    const from = rank >= rankOf.indentation ? skipBlanks(text, start, lineEnd) : start;
    const to = skipBlanksBack(text, from, lineEnd);
    const empty = from === to && rank >= rankOf["blank-lines"];
    foldLine(text, { from, to, rank, dash, push });
    if (feed === -1) break;
    if (!empty) push("\n", lineEnd, feed + 1);
    start = feed + 1;
  }
  return { text: parts.join(""), starts, ends };
}

/**
 * Without anything that any level overlooks. Quick to make: what is not in a squeezed text is not in it at any level.
 */
export function squeezeText(text: string): string {
  return text
    .replaceAll(/[^\u0000-\u007f]/g, lookAlike)
    .replaceAll(/\s+/g, "")
    .replaceAll(/-+/g, "-");
}

/** One line without anything that a level overlooks. */
export function foldedLine(line: string, level: FoldLevel): string {
  return foldText(line, level).text;
}

const rankOf: Readonly<Record<FoldLevel, number>> = {
  trailing: 0,
  "look-alikes": 1,
  indentation: 2,
  blanks: 3,
  brackets: 4,
  "blank-lines": 5,
};

interface LineToFold {
  readonly from: number;
  readonly to: number;
  readonly rank: number;
  readonly dash: LongDash;
  readonly push: (unit: string, start: number, end: number) => void;
}

function foldLine(text: string, { from, to, rank, dash, push }: LineToFold): void {
  for (let at = from; at < to; at += 1) {
    const unit = text[at] ?? "";
    if (rank >= rankOf.blanks && isBlank(unit)) {
      const end = skipBlanks(text, at, to);
      const beside = rank >= rankOf.brackets && (isBracket(text[at - 1]) || isBracket(text[end]));
      if (!beside) push(" ", at, end);
      at = end - 1;
      continue;
    }
    const folded = rank < rankOf["look-alikes"] || unit <= "\u007f" ? unit : foldUnit(unit, dash);
    if (folded !== "") push(folded, at, at + 1);
  }
}

function skipBlanks(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && isBlank(text[at] ?? "")) at += 1;
  return at;
}

function skipBlanksBack(text: string, from: number, to: number): number {
  let at = to;
  while (at > from && isBlank(text[at - 1] ?? "")) at -= 1;
  return at;
}

/** Blanks within a line: also the ones that are no ASCII. */
function isBlank(unit: string): boolean {
  return unit === " " || unit === "\t" || (unit > "\u007f" && lookAlike(unit) === " ") || unit === "\r";
}

function isBracket(unit: string | undefined): boolean {
  return unit !== undefined && unit !== "" && "()[]{},;".includes(unit);
}

const longDash = /[\u2014\u2015\u2e3a\u2e3b\ufe58]/;

function foldUnit(unit: string, dash: LongDash): string {
  return dash === "--" && longDash.test(unit) ? dash : lookAlike(unit);
}

function lookAlike(unit: string): string {
  return lookAlikes.get(unit) ?? unit;
}

const lookAlikes: ReadonlyMap<string, string> = new Map(
  (
    [
      ["'", "\u2018\u2019\u201a\u201b\u2032\u02bc\u00b4\u2039\u203a\uff07"],
      ['"', "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02"],
      ["-", "\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d"],
      [
        " ",
        "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000",
      ],
      ["...", "\u2026"],
      ["", "\u200b\u200c\u200d\u2060\ufeff\u00ad"],
    ] as const
  ).flatMap(([plain, others]) => [...others].map((other) => [other, plain] as const)),
);
