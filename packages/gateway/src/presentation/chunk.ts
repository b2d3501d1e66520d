import { type Cut, type CutPlan, type CutRank, planCuts } from "./cuts.ts";
import { lex } from "./lexer.ts";

export interface ChunkOptions {
  /** Longest piece by `length`, with its number. At least 64. */
  readonly max: number;
  /** How long a piece of Markdown is once it is sent. @default UTF-16 units */
  readonly length?: ((markdown: string) => number) | undefined;
}

export interface Chunk {
  /** What is sent, as Markdown: fences closed and opened again, heads of tables repeated, ` (1/3)` at the end of several. */
  readonly text: string;
  /** The part of the Markdown that it stands for: all of them, one after another, are the whole. */
  readonly source: string;
}

/**
 * Cuts Markdown into messages: at paragraphs where it can, then lines, sentences, words. Fences, tables and links that fit a
 * message stay whole; larger ones are cut between lines or rows; graphemes are cut only where one is longer than a message.
 *
 * @returns Nothing for blank text. Line ends of the sources are `\n`.
 * @throws {RangeError} where `max` is too short for anything.
 */
export function chunk(
  markdown: string,
  { max, length = (text) => text.length }: ChunkOptions,
): readonly Chunk[] {
  if (max < 64) throw new RangeError(`A message of ${max} characters is too short to cut text into.`);
  const whole = markdown.replace(/\r\n?/g, "\n");
  if (whole.trim() === "") return [];
  const trimmed = trimLines(whole);
  if (length(trimmed) <= max) return [{ source: whole, text: trimmed }];

  const fits = (text: string): boolean => length(text + widestNumber) <= max;
  const plan = planCuts(whole, fits);
  const pieces: Chunk[] = [];
  for (let from = 0; from < whole.length;) {
    const to = skipBlank(whole, plan, bestCut(whole, plan, { from, max, fits }));
    pieces.push({ source: whole.slice(from, to), text: pieceOf(whole, plan, from, to) });
    from = to;
  }
  return pieces.map(({ source, text }, index) => ({
    source,
    text: numbered(text, index + 1, pieces.length),
  }));
}

const widestNumber = "\n\n(9999/9999)";

function numbered(text: string, index: number, count: number): string {
  const number = `(${index}/${count})`;
  const last = lex(text).at(-1)?.type;
  const isProse = last === "paragraph" || last === "list";
  return isProse && !/(?:^|\n)[ \t>]*(?:`{3}|~{3}|\||\*{3}|-{3}|_{3}|={3})[^\n]*$/.test(text)
    ? `${text} ${number}`
    : `${text}\n\n${number}`;
}

/** How full a message must be for a cut of this rank to be preferred to a later one of a lower rank. */
const fills: readonly (readonly [CutRank, number])[] = [
  ["block", 0.35],
  ["line", 0.5],
  ["sentence", 0.5],
];

interface NextPiece {
  readonly from: number;
  readonly max: number;
  readonly fits: (text: string) => boolean;
}

function bestCut(whole: string, plan: CutPlan, { from, max, fits }: NextPiece): number {
  const { cuts } = plan;
  const fitsTo = (at: number): boolean => fits(pieceOf(whole, plan, from, at));
  const first = firstAfter(cuts, from);
  // What is sent is seldom much longer or shorter than its Markdown.
  const guess = firstAfter(cuts, from + max) - first;
  const last = furthest(cuts.length - first, guess, (count) => fitsTo(cuts[first + count - 1]?.at ?? from));
  if (last === 0)
    return from + cutWithin(whole.slice(from, cuts[first]?.at), max, (length) => fitsTo(from + length));
  const end = cuts[first + last - 1]?.at ?? whole.length;
  if (end === whole.length) return end;
  const fitting = cuts.slice(first, first + last);
  for (const [rank, fill] of fills) {
    const cut = fitting.findLast((each) => each.rank === rank && each.at - from >= fill * (end - from));
    if (cut !== undefined) return cut.at;
  }
  return end;
}

/** The greatest count up to `limit` for which it holds, looked for around a guess; 0 where it holds for none that was tried. */
function furthest(limit: number, guess: number, holds: (count: number) => boolean): number {
  let good = 0;
  let bad = limit + 1;
  for (let step = 1, tried = Math.min(Math.max(guess, 1), limit); tried > good && tried < bad; step *= 2) {
    if (holds(tried)) good = tried;
    else bad = tried;
    tried = bad > limit ? Math.min(good + step, limit) : good === 0 ? bad - step : good;
  }
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (holds(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

function firstAfter(cuts: readonly Cut[], from: number): number {
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cuts[middle]?.at ?? 0) > from) high = middle;
    else low = middle + 1;
  }
  return low;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Within what should have stayed whole but is longer than a message: at a space, else between graphemes, else between characters. */
function cutWithin(whole: string, max: number, fits: (length: number) => boolean): number {
  let reach = Math.min(2 * max, whole.length);
  while (reach < whole.length && fits(reach)) reach = Math.min(2 * reach, whole.length);
  const window = whole.slice(0, reach);
  const end = furthestEnd(
    Array.from(graphemes.segment(window), ({ segment }) => segment),
    max,
    fits,
  );
  if (end > 0) {
    const space = window.slice(0, end).lastIndexOf(" ");
    return space > end / 2 ? space + 1 : end;
  }
  const characters = [...window];
  return Math.max(furthestEnd(characters, max, fits), characters[0]?.length ?? 1);
}

/** Where the last of the parts ends up to which it fits; 0 for none. */
function furthestEnd(parts: readonly string[], max: number, fits: (length: number) => boolean): number {
  const ends = endsOf(parts);
  const guess = ends.findIndex((end) => end > max);
  const count = furthest(ends.length, guess === -1 ? ends.length : guess, (tried) =>
    fits(ends[tried - 1] ?? 0),
  );
  return ends[count - 1] ?? 0;
}

function endsOf(parts: readonly string[]): readonly number[] {
  let end = 0;
  return parts.map((part) => (end += part.length));
}

/** Blank lines between two pieces belong to the first. */
function skipBlank(whole: string, { wraps }: CutPlan, at: number): number {
  if (wraps.some(({ from, to }) => at > from && at < to)) return at;
  const blank = /^(?:[ \t]*\n)+|^[ \t\n]+$/.exec(whole.slice(at, at + 10_000))?.[0].length ?? 0;
  return at + blank;
}

function pieceOf(whole: string, { wraps, lists }: CutPlan, from: number, to: number): string {
  const before = wraps.find((wrap) => from > wrap.from && from < wrap.to);
  const after = wraps.find((wrap) => to > wrap.from && to < wrap.to);
  const isWithinQuote = before === undefined && from > 0 && whole[from - 1] !== "\n";
  const quote = isWithinQuote ? (/^(?:[ \t]*>[ \t]?)+/.exec(lineAt(whole, from))?.[0] ?? "") : "";
  const raw = whole.slice(from, to);
  const body = after === undefined ? raw.trimEnd() : raw.replace(/\n$/, "");
  const text = `${before?.open ?? quote}${before === undefined ? body.replace(/^(?:[ \t]*\n)+/, "") : body}${after?.close ?? ""}`;
  return lists.some((list) => from > list.from && from < list.to) ? dedent(text) : text;
}

function lineAt(text: string, at: number): string {
  return text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
}

/** Takes from the first lines the indentation that the very first one has. */
function dedent(text: string): string {
  const depth = /^ */.exec(text)?.[0].length ?? 0;
  if (depth === 0) return text;
  const lines = text.split("\n");
  const end = lines.findIndex((line) => line.trim() !== "" && (/^ */.exec(line)?.[0].length ?? 0) < depth);
  return lines.map((line, index) => (end === -1 || index < end ? line.slice(depth) : line)).join("\n");
}

function trimLines(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
}
