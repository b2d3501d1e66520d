/** An edit as it may have been meant. */
export interface UnescapedEdit {
  readonly old: string;
  readonly new: string;
}

/**
 * What an edit may mean whose texts are not there as they are: tabs written out as `\t` at the beginnings of lines; or
 * everywhere; or one level of JSON-like escapes too many on every character.
 *
 * @returns From the least that is taken off to the most, none like another. Empty when there is nothing to take off, or
 *   when it is open which backslashes are meant.
 */
export function unescapedReadings(old: string, replacement: string): readonly UnescapedEdit[] {
  const readings = [
    { old: indentWithTabs(old), new: indentWithTabs(replacement) },
    { old: withTabs(old), new: withTabs(replacement) },
    unescapeOnce(old, replacement),
  ];
  return readings
    .filter((reading) => reading !== undefined)
    .filter((reading, index, all) => {
      const known = [old, ...all.slice(0, index).map((each) => each.old)];
      return !known.includes(reading.old);
    });
}

/**
 * The new text of an edit whose old one is there with tabs, when those of the new one were written out. In a text that
 * has a written-out tab anywhere it may be meant, and so it stays.
 */
export function tabsOfNew({
  text,
  old,
  new: replacement,
}: UnescapedEdit & { readonly text: string }): string {
  const certain = /^\t/m.test(old) && !replacement.includes("\t") && !text.includes("\\t");
  return certain ? indentWithTabs(replacement) : replacement;
}

/** With real tabs for those written out before the first word of a line. */
function indentWithTabs(text: string): string {
  return text.replaceAll(/^(?:[ \t]|\\t)+/gm, (indent) => indent.replaceAll("\\t", "\t"));
}

function withTabs(text: string): string {
  return text.replaceAll(/\\([^])/g, (escape, unit: string) => (unit === "t" ? "\t" : escape));
}

function unescapeOnce(old: string, replacement: string): UnescapedEdit | undefined {
  const texts = [old, replacement];
  const kinds = new Set(
    texts.flatMap((text) => [...text.matchAll(/\\([^])/g)].map((match) => match[1] ?? "")),
  );
  if (!/\\[^]/.test(old)) return undefined;
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
