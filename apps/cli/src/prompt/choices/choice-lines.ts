import { wrapAnsi } from "fast-wrap-ansi";
import { columnsOf, fit, oneLine } from "../../render/fit.ts";
import type { Style } from "../../render/style.ts";
import { isTyping, takesOwnWords, type ChoiceState, type Outcome } from "./choice-state.ts";
import { layOutText } from "./text-rows.ts";
import { visibleRows } from "./visible-rows.ts";

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** What stands on the screen, and where the person types, if they do. */
export interface Frame {
  readonly lines: readonly string[];
  readonly caret?: { readonly row: number; readonly column: number } | undefined;
}

export interface ChoiceLinesOptions extends Size {
  readonly style: Style;
  /** Whether the question stands above the list; else it was said before. */
  readonly withQuestion: boolean;
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
export function choiceLines(
  state: ChoiceState,
  { columns, rows, style, withQuestion }: ChoiceLinesOptions,
): Frame {
  const width = usedColumns(columns);
  const most = Math.max(2, rows - 1);
  const heading = withQuestion ? clipped(questionLines(state.question.question, columns), most / 3) : [];
  // Below the line that is being typed stands nothing: xterm.js would lose the cursor when it breaks what is below.
  const typing = state.awake && isTyping(state);
  const hint = !typing && most - heading.length >= 3 ? [style.dim(fit(hintFor(state), width))] : [];
  const room = most - heading.length - hint.length;
  const list = listRows(state, { width, room, style });
  const { from, to, marked } = visibleRows(
    list.map(({ lines }) => lines.length),
    { at: state.at, room },
  );
  const above = marked && from > 0 ? [style.dim(`  ↑ ${from} more`)] : [];
  const below = marked && to < list.length ? [style.dim(`  ↓ ${list.length - to} more`)] : [];
  const shown = list.slice(from, to);
  const before = heading.length + above.length;
  const caret = shown.at(-1)?.caret;
  return {
    lines: [...heading.map(style.cyan), ...above, ...shown.flatMap(({ lines }) => lines), ...below, ...hint],
    caret: caret && {
      row: before + shown.slice(0, -1).reduce((sum, { lines }) => sum + lines.length, 0) + caret.row,
      column: caret.column,
    },
  };
}

/** `? question › answer` on one line. */
export function settledLine(
  { question, choices }: ChoiceState["question"],
  outcome: Outcome,
  { columns, style, withQuestion }: Omit<ChoiceLinesOptions, "rows">,
): string {
  const ends = { skip: "skipped", interrupt: "interrupted", leave: "no answer" };
  const given = outcome.type === "answer" ? oneLine(outcome.answer) : ends[outcome.type];
  const width = usedColumns(columns);
  const shown = (text: string) => (choices.length > 0 && outcome.type === "answer" ? style.cyan(text) : text);
  if (!withQuestion) return `  ${style.dim("›")} ${shown(fit(given, width - 4))}`;
  const asked = oneLine(question);
  const answer = fit(given, Math.max(Math.floor(width / 2), width - columnsOf(asked) - 5));
  return `${style.cyan("?")} ${fit(asked, width - columnsOf(answer) - 5)} ${style.dim("›")} ${shown(answer)}`;
}

interface ListOptions {
  readonly width: number;
  readonly room: number;
  readonly style: Style;
}

function listRows(state: ChoiceState, { width, room, style }: ListOptions): readonly Row[] {
  const { choices } = state.question;
  const digits = String(choices.length).length;
  const rows: Row[] = choices.map((choice, index) => {
    const highlighted = state.awake && index === state.at;
    const label = `${highlighted ? "❯" : " "} ${String(index + 1).padStart(digits)}. `;
    const lines = clipped(hanging(label, oneLine(choice), width), room > 4 ? room - 2 : room);
    return { lines: highlighted ? lines.map((line) => style.cyan(line)) : lines };
  });
  return takesOwnWords(state.question) ? [...rows, ownWords(state, { width, room, style })] : rows;
}

function ownWords(state: ChoiceState, { width, room, style }: ListOptions): Row {
  const highlighted = state.awake && isTyping(state);
  const [long, short] =
    state.question.choices.length === 0 ? ["answer (Esc skips)", "answer"] : ["something else", "else"];
  const label = `${width < 30 ? short : long}: `;
  const head = `${highlighted ? "❯" : " "} ${label}`;
  if (!highlighted && state.text === "") return { lines: [style.dim(`${head.trimEnd()} …`)] };
  const text = layOutText(state.text, {
    caret: state.caret,
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

function hintFor({ awake, question }: ChoiceState): string {
  const count = question.choices.length;
  return awake ? `  ↑↓ ${count === 1 ? "1" : `1–${count}`} · Enter takes · Esc skips` : "";
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
