/** What a chat does not draw, or draws as something else: controls, directions, marks without a width, odd blanks. */
const hidden =
  // oxlint-disable-next-line no-control-regex -- these are what is made visible
  /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\u{e0000}-\u{e0fff}]|[\ud800-\udfff]/gu;

/** A text in which everything can be seen that is in it, as what is about to run has to be. Tabs and line breaks stay. */
export function visibleText(text: string): string {
  return text.replaceAll(hidden, (found) =>
    Array.from(found, (character) => `⟨U+${hex(character.codePointAt(0) ?? 0)}⟩`).join(""),
  );
}

function hex(point: number): string {
  return point.toString(16).toUpperCase().padStart(4, "0");
}

/** A text whose marks are not read as Markdown. */
export function plainMarkdown(text: string): string {
  return visibleText(text)
    .replaceAll(/[\\`*_~[\]<>#|]/g, String.raw`\$&`)
    .replaceAll(/\s*\n\s*/g, " ");
}

/** A block of code that what stands in it can't end. */
export function codeBlock(text: string, language = ""): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${visibleText(text)}\n${fence}`;
}
