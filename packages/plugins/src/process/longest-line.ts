/** Longest line of a process in characters; a longer one ends it. */
export const longestLine: number = 16_000_000;
