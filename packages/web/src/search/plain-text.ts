/** Far more than a title or a description has. */
const maxSourceChars = 4_000;

// Controls, marks that turn the reading direction around, and characters that nobody sees.
const unseen = /[\p{Cc}\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]+/gu;
// A tag that ends an element or an entity. Text about generics or elements (`List<String>`, `a <div>`) has neither.
const isMarkup = /<\/[a-z]|&(?:#\w+|[a-z]\w+);/i;

/** One line of plain text: without tags, entities and control characters, at most `maxChars` characters. */
export async function toPlainText(text: string, maxChars: number): Promise<string> {
  const source = text.slice(0, maxSourceChars);
  const plain = isMarkup.test(source) ? await withoutMarkup(source) : source;
  return cut(plain.replaceAll(unseen, " ").replaceAll(/\s+/g, " ").trim(), maxChars);
}

async function withoutMarkup(html: string): Promise<string> {
  const { plainTextOf } = await import("../extract/plain-text.ts");
  return plainTextOf(html, { maxChars: maxSourceChars });
}

function cut(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
