/**
 * The line of a source, for a line of what Mermaid parses of it: front matter, directives and comments are taken out before.
 *
 * @param line Counted from 1.
 */
export function sourceLine(source: string, line: number): number {
  // Each letter that is left, with its place in the source.
  let text = source.replaceAll("\r\n", " \n");
  let places = Array.from({ length: text.length }, (_, index) => index);
  const takeOut = (pattern: RegExp): void => {
    const kept: number[] = [];
    let from = 0;
    for (const { index, 0: found } of text.matchAll(pattern)) {
      for (let at = from; at < index; at += 1) kept.push(at);
      from = index + found.length;
    }
    for (let at = from; at < text.length; at += 1) kept.push(at);
    text = kept.map((at) => text.charAt(at)).join("");
    places = kept.map((at) => places[at] ?? 0);
  };
  takeOut(/^\s*-{3}[^\S\n]*\n[^]*?\n[^\S\n]*-{3}[^\S\n]*\n+/g);
  takeOut(/%%\{[^]*?\}%%/g);
  takeOut(/^[^\S\n]*%%(?!\{)[^\n]*\n?/gm);
  takeOut(/^\s+/g);
  const starts = [...text.matchAll(/^/gm)].map(({ index }) => index);
  const start = starts[Math.min(Math.max(line, 1), starts.length) - 1] ?? 0;
  return source.slice(0, places[start] ?? source.length).split("\n").length;
}
