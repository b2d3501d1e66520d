/**
 * The beginning of a text, at most `max` characters: up to the end of a sentence, else of a word, where one is in its second half.
 *
 * @returns The text itself where it is short enough.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  // Half of a character is none.
  const head = text.slice(0, max).replace(/[\ud800-\udbff]$/, "");
  const ends = [...head.matchAll(/[.!?…](?=\s)|[。！？؟।]|\n/g)].map(({ index }) => index + 1);
  const blank = head.search(/\s\S*$/);
  const at = [ends.at(-1) ?? 0, blank].find((each) => each > max / 2) ?? head.length;
  return head.slice(0, at).trimEnd();
}
