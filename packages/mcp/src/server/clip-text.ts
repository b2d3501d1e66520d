/** @returns At most about `maxChars` characters, with a note on what was cut. */
export function clipText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  return `${text.slice(0, maxChars)}\n[cut: ${text.length - maxChars} more characters]`;
}
