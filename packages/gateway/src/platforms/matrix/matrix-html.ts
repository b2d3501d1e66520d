import { lex } from "../../presentation/lexer.ts";
import { plain } from "../../presentation/plain-text.ts";
import { type Dialect, renderBlocks, withoutControls } from "../../presentation/render-markdown.ts";

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function escapeAttribute(text: string): string {
  return escapeHtml(text).replaceAll('"', "&quot;");
}

function around(tag: string, inner: string): string {
  return inner === "" ? "" : `<${tag}>${inner}</${tag}>`;
}

const matrixHtml: Dialect = {
  escape: escapeHtml,
  bold: (inner) => around("strong", inner),
  italic: (inner) => around("em", inner),
  strike: (inner) => around("del", inner),
  code: (text) => around("code", escapeHtml(text)),
  codeBlock: (text, language) => {
    const name = language === undefined ? "" : ` class="language-${escapeAttribute(language)}"`;
    return `<pre><code${name}>${escapeHtml(text)}</code></pre>`;
  },
  link: (inner, url) => `<a href="${escapeAttribute(url)}">${inner}</a>`,
  quote: (inner) => around("blockquote", inner),
};

/** @see https://spec.matrix.org/latest/client-server-api/#mroommessage-msgtypes for the tags that clients show */
export function renderMatrix(markdown: string): { readonly text: string; readonly plain: string } {
  const blocks = lex(withoutControls(markdown));
  // A line ends in HTML by a tag alone, except in code. Text is escaped, so that these tags are the dialect's own.
  const text = renderBlocks(blocks, matrixHtml)
    .split(/(<pre>.*?<\/pre>)/s)
    .map((part) => (part.startsWith("<pre>") ? part : part.replaceAll("\n", "<br>")))
    .join("");
  return { text, plain: renderBlocks(blocks, plain) };
}
