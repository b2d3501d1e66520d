import { element, escapeAttribute, escapeHtml } from "../../presentation/html.ts";
import { type RenderedText, renderWith } from "../../presentation/plain-text.ts";
import type { Dialect } from "../../presentation/render-markdown.ts";

/** The few tags that Telegram knows; MarkdownV2 has 18 signs that refuse a message where one is forgotten. */
const telegramHtml: Dialect = {
  escape: escapeHtml,
  bold: (inner) => element("b", inner),
  italic: (inner) => element("i", inner),
  strike: (inner) => element("s", inner),
  code: (text) => element("code", escapeHtml(text)),
  codeBlock: (text, language) =>
    language === undefined
      ? element("pre", escapeHtml(text))
      : `<pre><code class="language-${escapeAttribute(language)}">${escapeHtml(text)}</code></pre>`,
  link: (inner, url) => `<a href="${escapeAttribute(url)}">${inner}</a>`,
  // Telegram does not know a quote within a quote.
  quote: (inner) => element("blockquote", inner.replace(/<\/?blockquote>/g, "")),
};

/** @see https://core.telegram.org/bots/api#html-style */
export function renderTelegram(markdown: string): RenderedText {
  return renderWith(telegramHtml, markdown);
}

/** As Telegram counts: UTF-16 units of what is seen, without tags. */
export function telegramLength(html: string): number {
  return html.replace(/<\/?[a-z][^<>]*>/g, "").replace(/&(?:lt|gt|amp|quot);/g, "&").length;
}
