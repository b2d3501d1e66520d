/** Control characters but tab and line break, what turns the direction of text around, and what shows nothing at all. */
const harmful =
  /[\u{0}-\u{8}\u{B}-\u{1F}\u{7F}-\u{9F}\u{200B}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2069}\u{FEFF}\u{E0000}-\u{E007F}]/gu;

/** A text that can be shown on any terminal. */
export function harmlessText(text: string): string {
  return text
    .replaceAll(/\p{Surrogate}/gu, "\u{FFFD}")
    .replaceAll("\r\n", "\n")
    .replaceAll(harmful, "");
}

/** @returns At most about `maxChars` characters, with a note on what was cut. */
export function clipText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  return `${text.slice(0, maxChars)}\n[cut: ${text.length - maxChars} more characters]`;
}
