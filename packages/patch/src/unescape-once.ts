/** An edit as it was meant, when every character of it came with one level of escapes too many. */
export interface UnescapedEdit {
  readonly old: string;
  readonly new: string;
}

/**
 * Takes one level of JSON-like escapes off both texts of an edit: `\n`, `\t`, `\"` written out.
 *
 * @returns Undefined when there is nothing to take off, or when the texts are not escaped throughout, so that it is
 *   open which of their backslashes are meant.
 */
export function unescapeOnce(old: string, replacement: string): UnescapedEdit | undefined {
  const kinds = new Set([...old.matchAll(/\\([^])/g)].map((match) => match[1] ?? ""));
  if (kinds.size === 0) return undefined;
  const texts = [old, replacement];
  // Whatever is escaped in one place must be so in all.
  if (kinds.has("n") && texts.some((text) => text.includes("\n"))) return undefined;
  if (kinds.has("t") && texts.some((text) => text.includes("\t"))) return undefined;
  for (const quote of ['"', "'"])
    if (kinds.has(quote) && texts.some((text) => withoutEscapes(text).includes(quote))) return undefined;
  if (texts.some((text) => !/^(?:[^\\]|\\[ntr"'\\/])*$/.test(text))) return undefined;
  return { old: unescape(old), new: unescape(replacement) };
}

function withoutEscapes(text: string): string {
  return text.replaceAll(/\\[^]/g, "");
}

const meanings: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

function unescape(text: string): string {
  return text.replaceAll(/\\([^])/g, (_, unit: string) => meanings[unit] ?? unit);
}
