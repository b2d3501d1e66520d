import { type Dialect, renderMarkdown } from "./render-markdown.ts";

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
