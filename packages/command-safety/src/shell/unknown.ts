/**
 * Stands in a text for what only running the command would tell. It is no character, so that no input may hold it: a
 * command that does is not read at all.
 */
export const UNKNOWN = "\uFFFF";

/** Not known either, but it names a process of this program: what `pgrep hermes` prints. */
export const AGENT: string = `${UNKNOWN}agent`;

/** Not known, but a number: what `$((…))` gives. */
export const NUMBER: string = `${UNKNOWN}number`;

/** What follows from a text in a way that is not known; that it names a process of this program is kept. */
export function unknownFrom(text: string | undefined): string {
  return text?.includes(AGENT) === true ? AGENT : UNKNOWN;
}

/** Longest text that is computed; what grows beyond is not known. */
const maxTextLength = 65_536;

export function isKnown(text: string): boolean {
  return !text.includes(UNKNOWN);
}

/** Keeps values from growing without end, as in `x=$x$x`. */
export function bounded(text: string): string {
  return text.length > maxTextLength ? unknownFrom(text) : text;
}

/** For people and rules: what is not known stands as the replacement character. */
export function shown(text: string): string {
  return text.replace(/\uFFFF(?:agent|number)?/g, "\uFFFD");
}
