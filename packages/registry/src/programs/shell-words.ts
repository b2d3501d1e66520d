/**
 * Splits a command line into words as a POSIX shell does, with quotes and backslashes; nothing is expanded, and operators such
 * as `|` are characters like any other.
 *
 * @returns Undefined where a quote is not closed, or a backslash ends the line.
 */
export function shellWords(line: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let rest = line;
  while (rest !== "") {
    const [all, blank, single, double, escaped, plain] =
      /^(?:(\s+)|'([^']*)'|"((?:[^"\\]|\\[^])*)"|\\([^])|([^\s'"\\]+))/.exec(rest) ?? [];
    if (all === undefined) return undefined;
    rest = rest.slice(all.length);
    if (blank !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else
      word = (word ?? "") + (single ?? double?.replaceAll(/\\([$`"\\\n])/g, "$1") ?? escaped ?? plain ?? "");
  }
  return word === undefined ? words : [...words, word];
}
