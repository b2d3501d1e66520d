import type { Style } from "../../render/style.ts";
import type { Markdown } from "./load-markdown.ts";
import { StreamingMarkdown } from "./streaming-markdown.ts";

export interface MarkdownLinesOptions {
  /** From `loadMarkdown()`. */
  readonly markdown: Markdown;
  /** No line is wider. */
  readonly columns: number;
  readonly style: Style;
  /** Whether the terminal makes links of OSC 8. @default false */
  readonly links?: boolean | undefined;
}

/** A whole text as lines: those that `StreamingMarkdown` gives in the end. Any text will do. */
export function markdownLines(
  text: string,
  { columns, ...options }: MarkdownLinesOptions,
): readonly string[] {
  const block = new StreamingMarkdown(options);
  block.push(text);
  block.end();
  return block.settle(columns);
}
