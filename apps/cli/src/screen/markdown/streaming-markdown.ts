import type { MarkedToken } from "marked";
import { CleanStream } from "../../render/clean-text.ts";
import type { Style } from "../../render/style.ts";
import type { Block } from "../block.ts";
import { BlockLines } from "./block-lines.ts";
import { CodeLines, codeLines } from "./code-lines.ts";
import { asWritten, loadMarkdown, type Markdown } from "./load-markdown.ts";

export interface StreamingMarkdownOptions {
  readonly style: Style;
  /** Whether the terminal makes links of OSC 8. @default false */
  readonly links?: boolean | undefined;
  /** What reads it: loaded where it is not given, and the text is plain until then. `asWritten` leaves it as it is. */
  readonly markdown?: Markdown | undefined;
  /** Called when it has been loaded, or could not be, and the text stays as it is written: draw it anew. */
  readonly changed?: ((loaded: Markdown, failure?: unknown) => void) | undefined;
}

/** Up to here unsettled text is read anew for each frame; beyond it, when it has grown by a part of itself. */
const cheapChars = 4096;
const growth = 17 / 16;

/**
 * Markdown that is drawn while it comes. Blocks that nothing can change any more are settled: all but the last one,
 * items of a list but the last one, lines of code. The lines are the same whatever pieces the text comes in.
 */
export class StreamingMarkdown implements Block {
  readonly #style: Style;
  readonly #links: boolean;
  readonly #clean = new CleanStream();
  #markdown: Markdown | undefined;
  #blocks: BlockLines | undefined;
  /** What is not settled yet. */
  #text = "";
  #code: CodeLines | undefined;
  #ended = false;
  /** Characters that were read for nothing when they were read last. */
  #read = 0;
  #live: { readonly columns: number; readonly chars: number; readonly lines: readonly string[] } | undefined;

  constructor({ style, links = false, markdown, changed }: StreamingMarkdownOptions) {
    this.#style = style;
    this.#links = links;
    if (markdown === undefined)
      loadMarkdown().then(
        (loaded) => {
          this.#use(loaded);
          changed?.(loaded);
        },
        (failure: unknown) => {
          this.#use(asWritten);
          changed?.(asWritten, failure);
        },
      );
    else this.#use(markdown);
  }

  get done(): boolean {
    return this.#ended && this.#blocks !== undefined;
  }

  /** The next piece, which may end anywhere. */
  push(text: string): void {
    this.#text += this.#clean.push(text);
  }

  /** Nothing more comes. */
  end(): void {
    this.#text += this.#clean.end();
    this.#ended = true;
  }

  settle(columns: number): readonly string[] {
    const lines: string[] = [];
    while (this.#blocks !== undefined && this.#markdown !== undefined) {
      const before = this.#text.length;
      if (this.#code === undefined) lines.push(...this.#settleBlocks(this.#blocks, this.#markdown, columns));
      if (this.#code !== undefined) lines.push(...this.#settleCode(this.#blocks, this.#code, columns));
      if (this.#text.length === before) break;
    }
    if (lines.length > 0) this.#live = undefined;
    return lines;
  }

  live(columns: number): readonly string[] {
    const chars = this.#text.length;
    const known = this.#live?.columns === columns ? this.#live : undefined;
    if (known !== undefined && (chars === known.chars || (!this.#ended && isLittleMore(chars, known.chars))))
      return known.lines;
    const lines = this.#liveLines(columns);
    this.#live = { columns, chars, lines };
    return lines;
  }

  #use(markdown: Markdown): void {
    this.#markdown = markdown;
    this.#blocks = new BlockLines({ markdown, style: this.#style, links: this.#links });
    this.#live = undefined;
  }

  #liveLines(columns: number): readonly string[] {
    if (this.#markdown === undefined || this.#blocks === undefined)
      return codeLines(this.#text.trim(), columns, this.#style);
    if (this.#code !== undefined) return this.#code.live(columns, this.#text);
    return this.#blocks.copy().of(this.#markdown.lex(this.#text), columns);
  }

  /** Whole lines only: the beginning of a line may say something else than the line. */
  #settleBlocks(blocks: BlockLines, markdown: Markdown, columns: number): readonly string[] {
    const text = this.#ended ? this.#text : this.#text.slice(0, this.#text.lastIndexOf("\n") + 1);
    if (text === "" || (!this.#ended && isLittleMore(text.length, this.#read))) return [];
    const tokens = markdown.lex(text);
    const last = this.#ended ? tokens.length : tokens.findLastIndex(({ type }) => type !== "space");
    const settled = tokens.slice(0, Math.max(0, last));
    const lines = [...blocks.of(settled, columns)];
    this.#take(settled);
    // No extension adds kinds of its own.
    const token = tokens[last] as MarkedToken | undefined;
    if (token?.type === "list") {
      const count = token.items.length - 1;
      lines.push(...blocks.items(token, count, columns));
      this.#take(token.items.slice(0, count));
    } else if (token?.type === "code" && token.codeBlockStyle !== "indented") {
      const [head = ""] = token.raw.split("\n", 1);
      const { highlight } = markdown;
      lines.push(...blocks.place(head, () => []));
      this.#code = new CodeLines(head, { highlight, style: this.#style });
      this.#text = this.#text.slice(head.length + 1);
    }
    this.#read = this.#text.length;
    return lines;
  }

  #settleCode(blocks: BlockLines, code: CodeLines, columns: number): readonly string[] {
    let from = 0;
    let closed = false;
    for (let end = this.#text.indexOf("\n"); end >= 0 && !closed; end = this.#text.indexOf("\n", from)) {
      closed = code.add(this.#text.slice(from, end));
      from = end + 1;
    }
    if (this.#ended && !closed && from < this.#text.length) {
      code.add(this.#text.slice(from));
      from = this.#text.length;
    }
    if (closed) blocks.pass("\n");
    if (closed || this.#ended) this.#code = undefined;
    this.#text = this.#text.slice(from);
    return code.settle(columns, closed || this.#ended);
  }

  #take(settled: readonly { readonly raw: string }[]): void {
    this.#text = this.#text.slice(settled.reduce((sum, { raw }) => sum + raw.length, 0));
  }
}

function isLittleMore(chars: number, than: number): boolean {
  return chars > cheapChars && chars >= than && chars < than * growth;
}
