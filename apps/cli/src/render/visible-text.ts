/** What a terminal does not draw, or draws as something else: controls, directions, marks without a width, odd blanks. */
// oxlint-disable-next-line no-control-regex -- these are what is made visible
const hidden =
  /[\u0000-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]|[\ud800-\udfff]|\p{M}{3,}/gu;

const names: Readonly<Record<string, string>> = {
  "\t": "⟨tab⟩",
  "\r": "⟨return⟩",
  "\u001b": "⟨escape⟩",
  "\u202e": "⟨U+202E turns the text around⟩",
};

/** A text in which everything can be seen that is in it. Line breaks stay. */
export function visibleText(text: string): string {
  return text.replaceAll(hidden, (found) => (found === "\n" ? found : nameOf(found)));
}

function nameOf(found: string): string {
  const known = names[found];
  if (known !== undefined) return known;
  return [...found]
    .map((character) => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`)
    .join("");
}

/** More blanks than anybody needs push the rest of a line out of sight. */
const blanks = / {24,}/g;

/** As `visibleText`, with long runs of blanks told by their number. */
export function compactText(text: string): string {
  return visibleText(text).replaceAll(blanks, (run) => ` ⟨${run.length} blanks⟩ `);
}
