/**
 * The words of a command line by the rules of a POSIX shell for quotes and backslashes; nothing else means anything. Undefined: a
 * quote is not closed.
 */
export function commandWords(text: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    if (char === "\\" && quote !== "'") {
      if (next === "") return undefined;
      word = (word ?? "") + (quote === '"' && !'"\\$`'.includes(next) ? char + next : next);
      at += 1;
    } else if (quote !== "") {
      if (char === quote) quote = "";
      else word = (word ?? "") + char;
    } else if (char === "'" || char === '"') {
      quote = char;
      word ??= "";
    } else if (/\s/u.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + char;
  }
  if (quote !== "") return undefined;
  return word === undefined ? words : [...words, word];
}
