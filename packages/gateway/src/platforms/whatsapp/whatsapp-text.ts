import { plain, type RenderedText, renderWith } from "../../presentation/plain-text.ts";
import type { Dialect } from "../../presentation/render-markdown.ts";

/** WhatsApp has no sign that escapes another, so that a mark around its own sign is left out. */
const whatsappMarks: Dialect = {
  ...plain,
  bold: (inner) => around("*", inner),
  italic: (inner) => around("_", inner),
  strike: (inner) => around("~", inner),
  code: (text) => around("`", text),
  codeBlock: (text) => (text.includes("```") ? text : `\`\`\`\n${text}\n\`\`\``),
};

/** A mark holds within one line, and only without spaces at its edges. */
function around(sign: string, inner: string): string {
  if (inner.includes(sign)) return inner;
  return inner.replace(/^(\s*)(\S.*?)(\s*)$/gm, `$1${sign}$2${sign}$3`);
}

/** @see https://faq.whatsapp.com/539178204879377 */
export function renderWhatsApp(markdown: string): RenderedText {
  return renderWith(whatsappMarks, markdown);
}
