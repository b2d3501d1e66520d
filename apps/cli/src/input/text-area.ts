import { Editor } from "@earendil-works/pi-tui/dist/components/editor.js";
import { CURSOR_MARKER, type TUI } from "@earendil-works/pi-tui/dist/tui.js";
import { getGraphemeSegmenter, getWordSegmenter, visibleWidth } from "@earendil-works/pi-tui/dist/utils.js";
import { cleanText } from "../render/clean-text.ts";
import { columnsOf, fit } from "../render/fit.ts";
import type { Size } from "../screen/picture.ts";

/** Stands for a tab, which has no width of its own. Noncharacters of Unicode: they occur in no text, and count one column. */
const tab = "\ufdd0";
/** Stands for a blank within a label, so that a label is one word to the editor. */
const labelBlank = "\ufdd1";
const standIns = /[\ufdd0\ufdd1]/g;

/** Of a character with its marks. */
const widestCharacter = 4;

/** The text as it stands on the screen. */
export interface LaidOutText {
  /** Each fits the columns. At most a third of the rows, and at least five. */
  readonly lines: readonly string[];
  readonly caret: { readonly row: number; readonly column: number };
  /** Lines that are scrolled out of sight. */
  readonly above: number;
  readonly below: number;
}

export interface TextPiece {
  readonly text: string;
  readonly isLabel: boolean;
}

/** What of the editor's own is set here. It keeps that private, so no type tells of it. */
interface Internals {
  state: { lines: string[]; cursorLine: number; cursorCol: number };
  segment(text: string, mode: "word" | "grapheme"): Iterable<Intl.SegmentData>;
}

/**
 * Text of several lines that is edited by keys: the editor of pi-tui, without its frame, menus and history. A label such as
 * `[Pasted 200 lines]` is one character to every key.
 */
export class TextArea extends Editor {
  readonly #rows: { rows: number };
  readonly #labels: Set<string> = new Set();

  constructor() {
    const terminal = { rows: 24 };
    // All that the editor uses of a screen is its height and the wish to be drawn, which follows every key here anyway.
    super({ terminal, requestRender: () => undefined } as unknown as TUI, {
      borderColor: (text) => text,
      selectList: plainList,
    });
    this.#rows = terminal;
    this.focused = true;
    this.#set({ segment: (text, mode) => segmentsOf(text, mode, this.#labels) });
  }

  get text(): string {
    return plain(this.getText());
  }

  /** Takes the place of the whole text, in which labels are labels; the caret is at its end. Can be undone. */
  set text(text: string) {
    const known = [...this.#labels].map((label) => [shown(label), label] as const);
    this.setText(known.reduce((found, [label, kept]) => found.replaceAll(label, kept), stored(text)));
  }

  /** The text before the caret, and behind it. */
  get around(): { readonly before: string; readonly after: string } {
    const { line, col } = this.getCursor();
    const lines = this.getLines();
    const before = [...lines.slice(0, line), (lines[line] ?? "").slice(0, col)].join("\n");
    const after = [(lines[line] ?? "").slice(col), ...lines.slice(line + 1)].join("\n");
    return { before: plain(before), after: plain(after) };
  }

  /** The text in pieces, of which each label is one. What was typed like a label is none. */
  get pieces(): readonly TextPiece[] {
    const text = this.getText();
    const found: TextPiece[] = [];
    let end = 0;
    for (const { start, label } of [...labelsIn(text, this.#labels), { start: text.length, label: "" }]) {
      if (start > end) found.push({ text: plain(text.slice(end, start)), isLabel: false });
      if (label !== "") found.push({ text: plain(label), isLabel: true });
      end = start + label.length;
    }
    return found;
  }

  /** From now on this text is a label. */
  addLabel(label: string): void {
    this.#labels.add(asLabel(label));
  }

  /** At the caret, in one step of undo. */
  insert(text: string): void {
    this.insertTextAtCursor(stored(text));
  }

  /** The same, and from now on this text is a label. */
  insertLabel(label: string): void {
    this.addLabel(label);
    this.insertTextAtCursor(asLabel(label));
  }

  /** Puts a text in the place of what stands before the caret. @param length In UTF-16 units, on the line of the caret. */
  replaceBefore(length: number, text: string): void {
    const { line, col } = this.getCursor();
    const lines = this.getLines();
    const [now = "", rest] = [lines[line], lines.slice(line + 1)];
    const before = [...lines.slice(0, line), now.slice(0, col - length) + stored(text)].join("\n");
    this.setText([before + now.slice(col), ...rest].join("\n"));
    this.#moveBehind(before);
  }

  /** Empties it and forgets what could be undone. */
  reset(): void {
    this.setText("");
    this.handleInput("\r");
    this.#labels.clear();
  }

  moveToStart(): void {
    this.#moveBehind("");
  }

  /** Moves the caret by so many UTF-16 units, on its line. */
  moveBy(units: number): void {
    const { line, col } = this.getCursor();
    const lines = this.getLines();
    this.#moveBehind([...lines.slice(0, line), (lines[line] ?? "").slice(0, col + units)].join("\n"));
  }

  layOut({ columns, rows }: Size): LaidOutText {
    this.#rows.rows = rows;
    // In less the editor finds no place for the widest character and the caret behind it; what is too much is cut below.
    const [above = "0", ...drawn] = super.render(Math.max(widestCharacter + 1, columns));
    const below = drawn.pop() ?? "0";
    let caret = { row: 0, column: 0 };
    const lines = drawn.map((line, row) => {
      const at = line.indexOf(CURSOR_MARKER);
      if (at >= 0) caret = { row, column: Math.min(columns - 1, columnsOf(line.slice(0, at))) };
      return fit(cleanText(shown(line)).replaceAll(tab, "→").trimEnd(), columns);
    });
    return {
      lines,
      caret: { ...caret, column: Math.max(0, caret.column) },
      above: Number(above),
      below: Number(below),
    };
  }

  /** In the place of a frame: how many lines are out of sight. */
  protected override renderTopBorder(_width: number, hidden: number): string {
    return String(hidden);
  }

  protected override renderBottomBorder(_width: number, hidden: number): string {
    return String(hidden);
  }

  /** Puts the caret behind these first letters of the text, as the editor has them. */
  #moveBehind(before: string): void {
    const lines = before.split("\n");
    const state = {
      lines: this.getLines(),
      cursorLine: lines.length - 1,
      cursorCol: lines.at(-1)?.length ?? 0,
    };
    this.#set({ state });
  }

  #set(internals: Partial<Internals>): void {
    Object.assign(this, internals);
  }
}

const plainList = {
  selectedPrefix: String,
  selectedText: String,
  description: String,
  scrollInfo: String,
  noMatch: String,
};

/** A text as the editor has it. Each unit stays one. */
function stored(text: string): string {
  return text.replace(standIns, "").replaceAll("\t", tab);
}

function asLabel(text: string): string {
  return text.replaceAll(" ", labelBlank);
}

function shown(text: string): string {
  return text.replaceAll(labelBlank, " ");
}

function plain(text: string): string {
  return shown(text).replaceAll(tab, "\t");
}

function labelsIn(text: string, labels: ReadonlySet<string>): readonly { start: number; label: string }[] {
  return [...labels]
    .flatMap((label) => placesOf(text, label).map((start) => ({ start, label })))
    .toSorted((one, other) => one.start - other.start);
}

function placesOf(text: string, label: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(label); at >= 0; at = text.indexOf(label, at + label.length)) places.push(at);
  return places;
}

/** Marks of half width make one character as wide as one likes, which has a place on no line. */
function* codePointsOf(
  text: string,
  at: Pick<Intl.SegmentData, "index" | "input">,
): Generator<Intl.SegmentData> {
  let { index } = at;
  for (const segment of text) {
    yield { segment, index, input: at.input };
    index += segment.length;
  }
}

/** Characters or words, in which every label is one. */
function* segmentsOf(
  text: string,
  mode: "word" | "grapheme",
  labels: ReadonlySet<string>,
): Generator<Intl.SegmentData> {
  const segmenter = mode === "word" ? getWordSegmenter() : getGraphemeSegmenter();
  let end = 0;
  const places = text.includes("[") ? labelsIn(text, labels) : [];
  for (const { start, label } of [...places, { start: text.length, label: "" }]) {
    for (const { segment, index, ...rest } of segmenter.segment(text.slice(end, start))) {
      if (mode === "grapheme" && segment.length > 2 && visibleWidth(segment) > widestCharacter)
        yield* codePointsOf(segment, { index: end + index, input: text });
      else yield { ...rest, segment, index: end + index, input: text };
    }
    if (label !== "") yield { segment: label, index: start, input: text, isWordLike: false };
    end = start + label.length;
  }
}
