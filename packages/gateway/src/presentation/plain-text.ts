import { lex } from "./lexer.ts";
import { type Dialect, renderBlocks, renderMarkdown, withoutControls } from "./render-markdown.ts";

export const plain: Dialect = {
  escape: (text) => text,
  bold: (inner) => inner,
  italic: (inner) => inner,
  strike: (inner) => inner,
  code: (text) => text,
  codeBlock: (text) => text,
  link: (inner, url) => `${inner} (${url})`,
  quote: (inner) => inner.replace(/^/gm, "> "),
};

/** Markdown without any marks, for where no dialect is understood. */
export function plainText(markdown: string): string {
  return renderMarkdown(markdown, plain);
}

/** A text as a platform writes it, and without any marks. */
export interface RenderedText {
  readonly text: string;
  readonly plain: string;
}

export function renderWith(dialect: Dialect, markdown: string): RenderedText {
  const blocks = lex(withoutControls(markdown));
  return { text: renderBlocks(blocks, dialect), plain: renderBlocks(blocks, plain) };
}
