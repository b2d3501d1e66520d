import type { Span } from "../read-spans.ts";
import { isQuestion, sentencesOf } from "../rules/sentences.ts";
import { stanceOf } from "../stance.ts";

/** What is weighed at once: a sentence, a command or a line of code. */
export interface Piece {
  readonly kind: Span["kind"];
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** A skill with more is weighed by its first ones: the time is linear and has an end. */
const maxPieces = 3_000;
const maxPieceChars = 600;
const maxSpanChars = 262_144;

/** Takes spans apart into what is weighed at once. */
export function piecesOf(spans: readonly Span[]): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const span of spans) {
    if (pieces.length >= maxPieces) break;
    // The whole front matter comes again as one span; its lines are weighed alone.
    if (span.kind === "description" && span.around === "") continue;
    const read = { ...span, text: span.text.slice(0, maxSpanChars) };
    pieces.push(...(isCode(span.kind) ? linesOf(read) : sentencePieces(read)));
  }
  return pieces.slice(0, maxPieces);
}

export function isCode(kind: Span["kind"]): boolean {
  return kind === "command" || kind === "block" || kind === "script";
}

function linesOf(span: Span): readonly Piece[] {
  if (span.kind === "command")
    return isToBeDone(span, 0, span.text) ? [pieceAt(span, span.line, span.text)] : [];
  const pieces: Piece[] = [];
  let at = 0;
  for (const [index, line] of span.text.split("\n").entries()) {
    const text = line.trim();
    if (text.length >= 3 && isToBeDone(span, at, line)) pieces.push(pieceAt(span, span.line + index, text));
    at += line.length + 1;
  }
  return pieces;
}

function sentencePieces(span: Span): readonly Piece[] {
  const pieces: Piece[] = [];
  let line = span.line;
  let counted = 0;
  for (const { at, text, isPair } of sentencesOf(span.text)) {
    if (isPair === true) continue;
    for (; counted < at; counted++) if (span.text.charCodeAt(counted) === 10) line++;
    if (!isQuestion(text) && !forbids(text) && isToBeDone(span, at, text)) {
      pieces.push(pieceAt(span, line, text));
    }
  }
  return pieces;
}

/** What a text warns of or looks for reads like what it warns of. */
function isToBeDone(span: Span, at: number, text: string): boolean {
  const stance = stanceOf(span, at, text.length);
  return stance === "does" || stance === "asks";
}

/** "Never send a key" is honest; "never tell", "never ask" and "never refuse" are orders. */
function forbids(text: string): boolean {
  return (
    /^[\s>*_-]*(?:\d+[.)]\s*)?(?:never|do not|don['’]t|must not|avoid|refuse)\b/i.test(text) &&
    !/^[^.]{0,20}?\b(?:never|do not|don['’]t|must not|avoid|refuse)\s+(?:ever |to )?(?:tell\w*|mention\w*|inform\w*|notify\w*|reveal\w*|disclos\w+|show\w*|say\w*|report\w*|ask\w*|wait\w*|refus\w+|warn\w*|question\w*|let\w*|stop\w*|hesitat\w+|confirm\w*)\b/i.test(
      text,
    )
  );
}

function pieceAt({ kind, file }: Span, line: number, text: string): Piece {
  return { kind, file, line, text: text.slice(0, maxPieceChars) };
}
