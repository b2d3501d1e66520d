/** Longer lines are broken: tools that read files cut them, and tools that search show only their beginning. */
const maxLineChars = 2_000;

/** A value as text that is read and searched by lines: its long texts as they are, everything else as indented JSON. */
export function readableText(value: unknown): string {
  return breakLines(written(value));
}

function written(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return `${JSON.stringify(value, null, 1)}\n`;
  }
  return Object.entries(value)
    .map(([key, part]) => {
      if (typeof part === "string") return `${key}:\n${part}\n`;
      return `${key}: ${JSON.stringify(part, null, 1)}\n`;
    })
    .join("\n");
}

function breakLines(text: string): string {
  return text
    .split("\n")
    .flatMap((line) => (line.length > maxLineChars ? parts(line) : [line]))
    .join("\n");
}

function parts(line: string): readonly string[] {
  // Behind a word where one ends. With `u`, no part ends between the two halves of a character.
  return line.match(/.{200,400}(?<=[\s,;])|.{1,400}/gsu) ?? [];
}
