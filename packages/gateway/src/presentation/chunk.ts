import { bestCut } from "./best-cut.ts";
import { type CutPlan, planCuts } from "./cuts.ts";

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

/** A chunk that has no number yet. */
export interface Piece extends Chunk {
  /** Whether a number can stand in its last line. */
  readonly endsInProse: boolean;
  /** Whether what comes next can be cut without knowing it. */
  readonly isSettled: boolean;
}

/**
 * Cuts Markdown into messages: at paragraphs where it can, then lines, sentences, words. Fences, tables and links that fit a
 * message stay whole; larger ones are cut between lines or rows; graphemes are cut only where one is longer than a message.
 *
 * @returns Nothing for blank text. Line ends of the sources are `\n`.
 * @throws {RangeError} where `max` is too short for anything.
 */
export function chunk(markdown: string, options: ChunkOptions): readonly Chunk[] {
  return numberPieces(cutPieces(markdown, options));
}

/**
 * The same without numbers, with room for them.
 *
 * @param isRest Whether pieces come before it, so that even a single one is numbered.
 */
export function cutPieces(
  markdown: string,
  { max, length = (text) => text.length }: ChunkOptions,
  isRest = false,
): readonly Piece[] {
  if (max < 64) throw new RangeError(`A message of ${max} characters is too short to cut text into.`);
  const whole = markdown.replace(/\r\n?/g, "\n");
  if (whole.trim() === "") return [];
  const trimmed = trimLines(whole);
  // What is seen can be much shorter than its Markdown, but seldom is.
  if (!isRest && whole.length <= 2 * max && length(trimmed) <= max)
    return [{ source: whole, text: trimmed, endsInProse: false, isSettled: false }];

  const measure = remembered(length);
  const room = max - measure(widestNumber);
  const plan = planCuts(whole, (text) => measure(text) <= room);
  const fits = (text: string): boolean => length(text + widestNumber) <= max;
  const pieces: Piece[] = [];
  for (let from = 0; from < whole.length;) {
    const piece = (to: number): string => pieceOf(whole, plan, from, to);
    const cut = bestCut(whole, plan, { from, max, room, fits, measure, piece });
    const to = skipBlank(whole, plan, cut);
    const last = plan.blocks.find((block) => cut <= block.to);
    const endsInProse = last?.isProse === true;
    pieces.push({ source: whole.slice(from, to), text: piece(to), endsInProse, isSettled: cut === last?.to });
    from = to;
  }
  return pieces;
}

const widestNumber = "\n\n(9999/9999)";

function remembered(length: (text: string) => number): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const found = known.get(text) ?? length(text);
    known.set(text, found);
    return found;
  };
}

export function numberPieces(pieces: readonly Piece[]): readonly Chunk[] {
  if (pieces.length === 1) return pieces.map(({ source, text }) => ({ source, text }));
  return pieces.map(({ source, text, endsInProse }, index) => {
    const number = `(${index + 1}/${pieces.length})`;
    const isWithin = endsInProse && !endsInMark.test(text);
    return { source, text: isWithin ? `${text} ${number}` : `${text}\n\n${number}` };
  });
}

const endsInMark = /(?:^|\n)[ \t>]*(?:`{3}|~{3}|\||\*{3}|-{3}|_{3}|={3})[^\n]*$/;

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
