/** The passage on one line, at most 120 characters; what can't be seen is written as an escape. */
export function excerptOf(passage: string): string {
  const line = passage.slice(0, 400).replace(/\s+/g, " ").replace(hidden, escape).trim();
  return line.length <= 120 ? line : `${line.slice(0, 119)}…`;
}

const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u115f\u1160\u3164\uffa0\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;

function escape(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
