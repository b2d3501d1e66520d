/** A name, title or other text from outside as one harmless line: no control characters, no marks that turn the reading direction. */
export function oneLine(text: string, maxChars: number): string {
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  const harmless = text.replace(/[\u0000-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2066-\u2069]+/g, " ");
  const line = harmless.replace(/\s+/g, " ").trim();
  const points = [...line];
  return points.length <= maxChars ? line : `${points.slice(0, maxChars - 1).join("")}…`;
}
