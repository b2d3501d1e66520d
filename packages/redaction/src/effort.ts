/** Counts the characters that were read more than once. */
export interface Effort {
  /** Adds to the count. True once a text makes more work than any honest one: its candidates are then taken for secrets unread. */
  isSpent(chars: number): boolean;
}

/** Keeps the time in proportion to the text, whatever the text was made for. */
export function createEffort(text: string): Effort {
  let left = 20_000 + text.length * 3;
  return {
    isSpent(chars) {
      left -= chars;
      return left < 0;
    },
  };
}
