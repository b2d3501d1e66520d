/** The words of a command line; quotes keep blanks together. A quote that is never closed is a letter like others. */
export function splitWords(line: string): readonly string[] {
  return [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s])+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ""),
  );
}
