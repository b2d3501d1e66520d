/** The line end that most lines of a text have; `\n` when there is none or a tie. */
export function preferredLineEnd(text: string): "\r\n" | "\n" {
  let pairs = 0;
  let all = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    all += 1;
    if (text.charCodeAt(at - 1) === 0x0d) pairs += 1;
  }
  return pairs * 2 > all ? "\r\n" : "\n";
}

/** Number of `\n` from `start` up to, not including, `end`. */
export function countLineBreaks(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
