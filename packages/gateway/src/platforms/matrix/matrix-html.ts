import { element, escapeAttribute, escapeHtml } from "../../presentation/html.ts";
import { type RenderedText, renderWith } from "../../presentation/plain-text.ts";
import type { Dialect } from "../../presentation/render-markdown.ts";

const matrixHtml: Dialect = {
  escape: escapeHtml,
  bold: (inner) => element("strong", inner),
  italic: (inner) => element("em", inner),
  strike: (inner) => element("del", inner),
  code: (text) => element("code", escapeHtml(text)),
  codeBlock: (text, language) => {
    const name = language === undefined ? "" : ` class="language-${escapeAttribute(language)}"`;
    return `<pre><code${name}>${escapeHtml(text)}</code></pre>`;
  },
  link: (inner, url) => `<a href="${escapeAttribute(url)}">${inner}</a>`,
  quote: (inner) => element("blockquote", inner),
};

/** @see https://spec.matrix.org/latest/client-server-api/#mroommessage-msgtypes for the tags that clients show */
export function renderMatrix(markdown: string): RenderedText {
  const rendered = renderWith(matrixHtml, markdown);
  // A line ends in HTML by a tag alone, except in code. Text is escaped, so that these tags are the dialect's own.
  const text = rendered.text
    .split(/(<pre>.*?<\/pre>)/s)
    .map((part) => (part.startsWith("<pre>") ? part : part.replaceAll("\n", "<br>")))
    .join("");
  return { ...rendered, text };
}
