import { wrapAnsi } from "fast-wrap-ansi";
import { columnsOf, fit, oneLine } from "../../render/fit.ts";
import type { Style } from "../../render/style.ts";
import type { Frame, Size } from "../../screen/picture.ts";
import type { FoldedText, Outcome, Question } from "../question.ts";
import { isTyping, takesOwnWords, type ChoiceState } from "./choice-state.ts";
import { layOutText } from "./text-rows.ts";
import { visibleRows } from "./visible-rows.ts";

export interface ChoiceLinesOptions extends Size {
  readonly style: Style;
  /** Whether the question stands above the list; else it was said before. */
  readonly withQuestion: boolean;
  /** What is being done, while there is nothing to choose. */
  readonly busy?: string | undefined;
}

export interface ChoiceFrame extends Frame {
  /** Whether a part of what the question is about is out of sight. */
  readonly folded: boolean;
}

/** A row of the list, which may take several lines. */
interface Row {
  readonly lines: readonly string[];
  readonly caret?: Frame["caret"];
}

/** Columns that are used: the last one stays free, so that no terminal breaks a line by itself. */
function usedColumns(columns: number): number {
  return Math.max(12, columns - 1);
}

/** The question, wrapped, line breaks kept. */
export function questionLines(question: string, columns: number): readonly string[] {
  const words = question
    .split("\n")
    .map(oneLine)
    .filter((line) => line !== "");
  return hanging("? ", words.join("\n"), usedColumns(columns));
}

/**
 * A question as lines that fit: at most `rows - 1` of them, so that one of what was before stays in sight. The
 * highlighted choice is always among them.
 */
export function choiceLines(state: ChoiceState, options: ChoiceLinesOptions): ChoiceFrame {
  const { columns, rows, style, withQuestion, busy } = options;
  const width = usedColumns(columns);
  const most = Math.max(2, rows - 1);
  const heading = withQuestion ? clipped(questionLines(state.question.question, columns), most / 3) : [];
  // Below the line that is being typed stands nothing: xterm.js would lose the cursor when it breaks what is below.
  const typing = state.awake && isTyping(state) && busy === undefined;
  const hint = !typing && most - heading.length >= 3 ? [style.dim(fit(hintFor(state), width))] : [];
  const left = most - heading.length - hint.length;
  const rowsFor = (room: number): readonly Row[] =>
    busy === undefined
      ? listRows(state, { width, room, style })
      : [{ lines: [style.dim(fit(`  ${oneLine(busy)} …`, width))] }];
  const about = aboutLines(state.question, { columns: width, left, needed: heightOf(rowsFor(left)) });
  const room = left - about.lines.length;
  const list = rowsFor(room);
  const at = busy === undefined ? state.at : 0;
  const { from, to, marked } = visibleRows(
    list.map(({ lines }) => lines.length),
    { at, room },
  );
  const above = marked && from > 0 ? [style.dim(`  ↑ ${from} more`)] : [];
  const below = marked && to < list.length ? [style.dim(`  ↓ ${list.length - to} more`)] : [];
  const shown = list.slice(from, to);
  const before = heading.length + about.lines.length + above.length;
  const caret = shown.at(-1)?.caret;
  return {
    lines: [
      ...heading.map(style.cyan),
      ...about.lines,
      ...above,
      ...shown.flatMap(({ lines }) => lines),
      ...below,
      ...hint,
    ],
    caret: caret && {
      row: before + shown.slice(0, -1).reduce((sum, { lines }) => sum + lines.length, 0) + caret.row,
      column: caret.column,
    },
    folded: about.folded,
  };
}

/** One line: `? question › answer`, or what the question itself says of its end. */
export function settledLine(
  question: Question,
  outcome: Outcome | undefined,
  { columns, style, withQuestion }: Omit<ChoiceLinesOptions, "rows">,
): string {
  const width = usedColumns(columns);
  const own = question.settled?.(outcome);
  if (own !== undefined) {
    const sign = { "✓": style.green, "✗": style.red, "–": style.dim }[own.sign](own.sign);
    return `${sign} ${fit(oneLine(own.text), width - 2)}`;
  }
  const given = answerOf(question, outcome);
  const shown = (text: string) => (outcome?.type === "choice" ? style.cyan(text) : text);
  if (!withQuestion) return `  ${style.dim("›")} ${shown(fit(given, width - 4))}`;
  const asked = oneLine(question.question);
  const answer = fit(given, Math.max(Math.floor(width / 2), width - columnsOf(asked) - 5));
  return `${style.cyan("?")} ${fit(asked, width - columnsOf(answer) - 5)} ${style.dim("›")} ${shown(answer)}`;
}

function answerOf({ choices, secret }: Question, outcome: Outcome | undefined): string {
  switch (outcome?.type) {
    case "choice":
      return oneLine(choices.find(({ id }) => id === outcome.id)?.label ?? outcome.id);
    case "several": {
      const names = choices.filter(({ id }) => outcome.ids.includes(id)).map(({ label }) => oneLine(label));
      if (names.length === choices.length) return "all";
      return names.join(", ") || "none";
    }
    case "words":
      if (outcome.text === "") return "nothing";
      return secret ? "given, not shown" : oneLine(outcome.text);
    case "skip":
      return "skipped";
    case "leave":
      return "no answer";
    default:
      return "interrupted";
  }
}

interface AboutSpace {
  readonly columns: number;
  readonly left: number;
  /** Lines that the list would take. */
  readonly needed: number;
}

/** What the list leaves, and half of the room at least. */
function aboutLines({ about }: Question, { columns, left, needed }: AboutSpace): FoldedText {
  if (about === undefined) return { lines: [], folded: false };
  const room = Math.max(left - needed, Math.floor(left / 2));
  const { lines, folded } = about({ columns, rows: room });
  return { lines: lines.slice(0, room), folded: folded || lines.length > room };
}

function heightOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { lines }) => sum + lines.length, 0);
}

interface ListOptions {
  readonly width: number;
  readonly room: number;
  readonly style: Style;
}

function listRows(state: ChoiceState, { width, room, style }: ListOptions): readonly Row[] {
  const { choices } = state;
  const digits = String(choices.length).length;
  const rows: Row[] = choices.map(({ id, label, detail, key, dim }, index) => {
    const highlighted = state.awake && index === state.at;
    const sign = state.marked.has(id) ? "[x]" : "[ ]";
    const place = state.question.several === true ? sign : `${String(index + 1).padStart(digits)}.`;
    const head = `${highlighted ? "❯" : " "} ${place} `;
    const words = [label, ...(detail === undefined ? [] : [detail])].map(oneLine).join(": ");
    const lines = clipped(
      hanging(head, key === undefined ? words : `${words} (${key})`, width),
      room > 4 ? room - 2 : room,
    );
    if (highlighted) return { lines: lines.map((line) => style.cyan(line)) };
    return { lines: dim === true ? lines.map((line) => style.dim(line)) : lines };
  });
  return takesOwnWords(state.question) ? [...rows, ownWords(state, { width, room, style })] : rows;
}

function ownWords(state: ChoiceState, { width, room, style }: ListOptions): Row {
  const highlighted = state.awake && isTyping(state);
  const { ownWords: name = "answer", secret } = state.question;
  const head = `${highlighted ? "❯" : " "} ${fit(name, Math.floor(width / 2))}: `;
  if (!highlighted && state.text === "") return { lines: [style.dim(`${head.trimEnd()} …`)] };
  const text = layOutText(secret ? "" : state.text, {
    caret: secret ? 0 : state.caret,
    first: width - columnsOf(head),
    rest: width - 2,
    most: room > 4 ? room - 2 : room,
  });
  const lines = text.lines.map((line, index) => {
    const margin = text.cut || index > 0 ? "  " : highlighted ? style.cyan(head) : head;
    return margin + line;
  });
  const column = text.caret.column + (text.cut || text.caret.row > 0 ? 2 : columnsOf(head));
  return { lines, caret: highlighted ? { row: text.caret.row, column } : undefined };
}

function hintFor({ awake, choices, question: { escape = "skips", several } }: ChoiceState): string {
  if (!awake) return "";
  if (several === true) return `  Space marks · a all · Enter keeps · Esc ${escape}`;
  const numbers = choices.length === 1 ? "1" : `1–${choices.length}`;
  return `  ↑↓ ${numbers} · Enter takes · Esc ${escape}`;
}

/** A text as lines, the first with a label in front, the others indented by its width. */
function hanging(label: string, text: string, width: number): readonly string[] {
  const indent = Math.min(columnsOf(label), Math.floor(width / 2));
  const wrapped = wrapAnsi(text, width - columnsOf(label), { hard: true }).split("\n");
  return wrapped.map((line, index) => (index === 0 ? label : " ".repeat(indent)) + line.trim());
}

/** At most so many lines, and at least one; `…` where something is missing. */
function clipped(lines: readonly string[], most: number): readonly string[] {
  const kept = Math.max(1, Math.floor(most));
  if (lines.length <= kept) return lines;
  return [...lines.slice(0, kept - 1), `${lines[kept - 1]?.replace(/.{0,2}$/u, "")}…`];
}
