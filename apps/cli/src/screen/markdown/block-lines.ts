import type { MarkedToken, Token, Tokens } from "marked";
import { cleanText } from "../../render/clean-text.ts";
import { columnsOf } from "../../render/fit.ts";
import type { Style } from "../../render/style.ts";
import { drawLine, type Mark, type Span, unmarked } from "../text/span.ts";
import { wrapSpans } from "../text/wrap-spans.ts";
import { CodeLines, codeLines, opening } from "./code-lines.ts";
import { inlineSpans } from "./inline-spans.ts";
import type { Markdown } from "./load-markdown.ts";
import { tableLines } from "./table-lines.ts";

export interface BlockOptions {
  readonly markdown: Markdown;
  readonly style: Style;
  /** Whether the terminal makes links of OSC 8. */
  readonly links: boolean;
}

/** Text in a narrower place is not indented any more. */
const minColumns = 10;

/**
 * Blocks one after another as lines. Between two of them is an empty line where the text has one, so that nothing depends
 * on what comes later.
 */
export class BlockLines {
  readonly #options: BlockOptions;
  #begun = false;
  /** Line breaks right before the next block. */
  #breaks = 0;
  /** Of the next item, where a list goes on. */
  #number: number | undefined;

  constructor(options: BlockOptions) {
    this.#options = options;
  }

  /** As it stands now, to go on from for a look at what comes. */
  copy(): BlockLines {
    const copy = new BlockLines(this.#options);
    copy.#begun = this.#begun;
    copy.#breaks = this.#breaks;
    copy.#number = this.#number;
    return copy;
  }

  of(tokens: readonly Token[], columns: number): readonly string[] {
    return tokens.flatMap((token) => this.#lines(token, columns));
  }

  /** Items of a list that goes on: the next list given is the rest of it. */
  items(list: Tokens.List, count: number, columns: number): readonly string[] {
    const first = this.#number ?? (list.start === "" ? 1 : list.start);
    this.#number = first + count;
    return list.items.slice(0, count).flatMap((item, index) => {
      const sign = list.ordered ? `${first + index}.` : "-";
      const box = item.checked === true ? " [x]" : " [ ]";
      return this.place(item.raw, () => this.#item(item, sign + (item.task ? box : ""), columns));
    });
  }

  /** Lines of a block, behind an empty one where it belongs. */
  place(raw: string, lines: () => readonly string[]): readonly string[] {
    const gap = this.#begun && this.#breaks > 1 ? [""] : [];
    this.pass(raw);
    this.#begun = true;
    return [...gap, ...lines()];
  }

  /** Text that the next block comes after. */
  pass(raw: string): void {
    const end = raw.slice(raw.trimEnd().length);
    const breaks = end.split("\n").length - 1;
    this.#breaks = end.length === raw.length ? this.#breaks + breaks : breaks;
  }

  #lines(any: Token, columns: number): readonly string[] {
    // No extension adds kinds of its own.
    const token = any as MarkedToken;
    if (token.type === "list") {
      const lines = this.items(token, token.items.length, columns);
      this.#number = undefined;
      return lines;
    }
    // Its item has it in its marker.
    if (token.type === "checkbox") return [];
    if (token.type !== "space") return this.place(token.raw, () => this.#block(token, columns));
    this.pass(token.raw);
    return [];
  }

  #block(token: MarkedToken, columns: number): readonly string[] {
    const { style } = this.#options;
    switch (token.type) {
      case "heading":
        return this.#heading(token, columns);
      case "code":
        return this.#code(token, columns);
      case "hr":
        return [style.dim("─".repeat(columns))];
      case "blockquote":
        return indented({ first: style.dim("│ "), width: 2, more: style.dim("│ ") }, columns, (inner) =>
          this.#inside().of(token.tokens, inner),
        );
      case "table":
        return tableLines(token, { ...this.#inline, columns, style });
      case "html":
        return this.#written(token.text, columns);
      case "paragraph":
      case "text":
        return this.#text(inlineSpans(token.tokens ?? [], this.#inline), columns);
      default:
        return this.#written(token.raw, columns);
    }
  }

  #heading({ depth, tokens }: Tokens.Heading, columns: number): readonly string[] {
    const { colours } = this.#options.style;
    const sign: readonly Span[] =
      colours && depth < 3 ? [] : [{ text: `${"#".repeat(depth)} `, marks: colours ? dim : unmarked }];
    const marks = depth === 1 ? title : bold;
    return this.#text([...sign, ...inlineSpans(tokens, this.#inline, colours ? marks : unmarked)], columns);
  }

  #code({ raw, text, codeBlockStyle }: Tokens.Code, columns: number): readonly string[] {
    const { style, markdown } = this.#options;
    const [head = "", ...lines] = raw.replace(/\n$/, "").split("\n");
    if (codeBlockStyle === "indented" || !opening.test(head))
      return indented({ first: "    ", width: 4, more: "    " }, columns, (inner) =>
        codeLines(text, inner, style),
      );
    const code = new CodeLines(head, { highlight: markdown.highlight, style });
    for (const line of lines) code.add(line);
    return code.settle(columns, true);
  }

  #item({ tokens }: Tokens.ListItem, marker: string, columns: number): readonly string[] {
    const { style } = this.#options;
    const width = columnsOf(marker) + 1;
    return indented({ first: `${style.dim(marker)} `, width, more: " ".repeat(width) }, columns, (inner) =>
      this.#inside().of(tokens, inner),
    );
  }

  #text(spans: readonly Span[], columns: number): readonly string[] {
    return wrapSpans(spans, columns).map((line) => drawLine(line, this.#options.style));
  }

  /** Text as it stands, indented as it is. */
  #written(text: string, columns: number): readonly string[] {
    const shown = cleanText(text).replaceAll("\t", "  ").trimEnd();
    const spans = [{ text: shown, marks: unmarked }];
    return wrapSpans(spans, columns, { indented: true }).map((line) => drawLine(line, this.#options.style));
  }

  #inside(): BlockLines {
    return new BlockLines(this.#options);
  }

  get #inline(): { readonly colours: boolean; readonly links: boolean } {
    return { colours: this.#options.style.colours, links: this.#options.links };
  }
}

const dim: readonly Mark[] = ["dim"];
const bold: readonly Mark[] = ["bold"];
const title: readonly Mark[] = ["bold", "underline"];

/** Lines behind a sign, and the lines after the first one behind another; the sign gets a line of its own where it is narrow. */
function indented(
  { first, more, width }: { readonly first: string; readonly more: string; readonly width: number },
  columns: number,
  draw: (columns: number) => readonly string[],
): readonly string[] {
  if (columns - width < minColumns)
    return [...(first.trim() === "" ? [] : [first.trimEnd()]), ...draw(columns)];
  const [head = "", ...lines] = draw(columns - width);
  return [first + head, ...lines.map((line) => (line === "" && more.trim() === "" ? "" : more + line))].map(
    (line) => line.trimEnd(),
  );
}
