/** A text of at most so many UTF-16 units, with a sign where something is left out. */
export function clip(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}
