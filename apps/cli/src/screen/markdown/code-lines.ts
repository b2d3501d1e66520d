import { fit } from "../../render/fit.ts";
import type { Style } from "../../render/style.ts";
import { drawLine, type Span, unmarked } from "../text/span.ts";
import { cutSpans } from "../text/wrap-spans.ts";
import type { Highlight } from "./highlight.ts";

/** So many lines are coloured at once: enough to be read right, few enough to be coloured anew while more come. */
const groupLines = 32;
/** Longer lines are data, and stay plain. */
const maxColouredChars = 2000;

export interface CodeOptions {
  readonly highlight: Highlight;
  readonly style: Style;
}

interface Coloured {
  readonly lines: readonly (readonly Span[])[];
  readonly open: string;
}

/**
 * A block between fences, which comes line by line. It is drawn as it stands, fences too, from the first column on: what
 * is copied from the screen is the code.
 */
export class CodeLines {
  readonly #options: CodeOptions;
  readonly #indent: RegExp;
  readonly #fence: RegExp;
  readonly #language: string;
  #head: string | undefined;
  #group: string[] = [];
  #closing: string | undefined;
  /** A comment or text that the lines before left open. */
  #open = "";
  #live: { readonly count: number; readonly coloured: Coloured } | undefined;

  /** @param head The line with the first fence. */
  constructor(head: string, options: CodeOptions) {
    this.#options = options;
    const [, indent = "", fence = "", info = ""] = opening.exec(head) ?? [];
    this.#head = head.trim();
    this.#indent = new RegExp(`^ {0,${indent.length}}`);
    // As `marked` has it.
    this.#fence = new RegExp(`^ {0,3}${fence}[~\`]* *$`);
    this.#language = /^[^\s{,:]+/.exec(info.trim())?.[0].toLowerCase() ?? "";
  }

  /** @returns Whether this line was the last one. */
  add(line: string): boolean {
    if (this.#fence.test(line)) this.#closing = line.trim();
    else this.#group.push(line.replace(this.#indent, "").trimEnd());
    return this.#closing !== undefined;
  }

  /** Lines that stay, each given once. @param ended No more lines come. */
  settle(columns: number, ended: boolean = this.#closing !== undefined): readonly string[] {
    const lines = this.#headLines(columns);
    this.#head = undefined;
    while (this.#group.length >= groupLines || (ended && this.#group.length > 0)) {
      const coloured = this.#colour(this.#group.splice(0, groupLines));
      this.#open = coloured.open;
      this.#live = undefined;
      lines.push(...this.#draw(coloured.lines, columns));
    }
    if (this.#closing !== undefined) lines.push(this.#dim(this.#closing, columns));
    return lines;
  }

  /** Those behind them. @param unfinished Of which the end has not come yet. */
  live(columns: number, unfinished: string): readonly string[] {
    if (this.#live?.count !== this.#group.length)
      this.#live = { count: this.#group.length, coloured: this.#colour(this.#group) };
    return [
      ...this.#headLines(columns),
      ...this.#draw(this.#live.coloured.lines, columns),
      ...(unfinished === "" ? [] : codeLines(unfinished, columns, this.#options.style)),
    ];
  }

  #headLines(columns: number): string[] {
    return this.#head === undefined ? [] : [this.#dim(this.#head, columns)];
  }

  #dim(line: string, columns: number): string {
    return this.#options.style.dim(fit(line.replaceAll("\t", " "), columns));
  }

  #draw(lines: Coloured["lines"], columns: number): readonly string[] {
    return lines.flatMap((line) => codeLine(line, columns, this.#options.style));
  }

  #colour(group: readonly string[]): Coloured {
    const { style, highlight } = this.#options;
    if (group.length === 0) return { lines: [], open: this.#open };
    const code = group.join("\n");
    const tooLong = group.some((line) => line.length > maxColouredChars);
    const before = this.#open === "" ? "" : `${this.#open}\n`;
    const found = style.colours && !tooLong ? highlight(before + code, this.#language) : undefined;
    if (found === undefined) return { lines: group.map((text) => [{ text, marks: unmarked }]), open: "" };
    return { lines: linesOf(found.spans, before.length), open: found.open };
  }
}

/** What the line with a fence consists of: blanks before it, the fence, what follows. */
export const opening: RegExp = /^( {0,3})(`{3,}|~{3,})(.*)$/;

/** Code of which the language is not known. */
export function codeLines(text: string, columns: number, style: Style): readonly string[] {
  return text
    .split("\n")
    .flatMap((line) => codeLine([{ text: line.trimEnd(), marks: unmarked }], columns, style));
}

/** Cut where it is full, and marked where it goes on. */
function codeLine(spans: readonly Span[], columns: number, style: Style): readonly string[] {
  const shown = spans.map((span) => ({ ...span, text: span.text.replaceAll("\t", "    ") }));
  return cutSpans(shown, columns, Math.max(1, columns - 2)).map((line, index) => {
    const drawn = drawLine(line, style);
    if (index === 0) return drawn;
    return drawn === "" ? style.dim("↳") : `${style.dim("↳")} ${drawn}`;
  });
}

/** @param skipped Characters at the beginning that are not of these lines. */
function linesOf(spans: readonly Span[], skipped: number): Coloured["lines"] {
  const lines: Span[][] = [[]];
  let left = skipped;
  for (const { text, marks } of spans) {
    const rest = text.slice(left);
    left = Math.max(0, left - text.length);
    for (const [index, piece] of rest.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (piece !== "") lines.at(-1)?.push({ text: piece, marks });
    }
  }
  return lines;
}
