/**
 * Stands in a text for what only running the command would tell. It is no character, so that no input may hold it: a
 * command that does is not read at all.
 */
export const UNKNOWN = "\uFFFF";

/** Longest text that is computed; what grows beyond is not known. */
const maxTextLength = 65_536;

export function isKnown(text: string): boolean {
  return !text.includes(UNKNOWN);
}

/** Keeps values from growing without end, as in `x=$x$x`. */
export function bounded(text: string): string {
  return text.length > maxTextLength ? UNKNOWN : text;
}

/** For people and rules: what is not known stands as the replacement character. */
export function shown(text: string): string {
  return text.replaceAll(UNKNOWN, "\uFFFD");
}
