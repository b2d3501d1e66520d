import { lex } from "../../presentation/lexer.ts";
import { plain } from "../../presentation/plain-text.ts";
import { type Dialect, renderBlocks, withoutControls } from "../../presentation/render-markdown.ts";

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function escapeAttribute(text: string): string {
  return escapeHtml(text).replaceAll('"', "&quot;");
}

/** The few tags that Telegram knows; MarkdownV2 has 18 signs that refuse a message where one is forgotten. */
const telegramHtml: Dialect = {
  escape: escapeHtml,
  bold: (inner) => around("b", inner),
  italic: (inner) => around("i", inner),
  strike: (inner) => around("s", inner),
  code: (text) => around("code", escapeHtml(text)),
  codeBlock: (text, language) =>
    language === undefined
      ? around("pre", escapeHtml(text))
      : `<pre><code class="language-${escapeAttribute(language)}">${escapeHtml(text)}</code></pre>`,
  link: (inner, url) => `<a href="${escapeAttribute(url)}">${inner}</a>`,
  // Telegram does not know a quote within a quote.
  quote: (inner) => around("blockquote", inner.replace(/<\/?blockquote>/g, "")),
};

function around(tag: string, inner: string): string {
  return inner === "" ? "" : `<${tag}>${inner}</${tag}>`;
}

/** @see https://core.telegram.org/bots/api#html-style */
export function renderTelegram(markdown: string): { readonly text: string; readonly plain: string } {
  const blocks = lex(withoutControls(markdown));
  return { text: renderBlocks(blocks, telegramHtml), plain: renderBlocks(blocks, plain) };
}

/** As Telegram counts: UTF-16 units of what is seen, without tags. */
export function telegramLength(html: string): number {
  return html.replace(/<\/?[a-z][^<>]*>/g, "").replace(/&(?:lt|gt|amp|quot);/g, "&").length;
}
