/** How much of the main text was read, and how much of what was read is main text. */
export interface Score {
  /** Share of the sentences that were found. */
  readonly recall: number;
  /** Share of the characters of the text that belong to these sentences. */
  readonly precision: number;
  readonly missing: readonly string[];
}

export function scoreText(text: string, main: readonly string[]): Score {
  const read = bare(text);
  const missing = main.filter((sentence) => !read.includes(bare(sentence)));
  const found = main
    .filter((sentence) => !missing.includes(sentence))
    .reduce((sum, sentence) => sum + bare(sentence).length, 0);
  return {
    recall: main.length === 0 ? 1 : 1 - missing.length / main.length,
    precision: read.length === 0 ? 1 : Math.min(1, found / read.length),
    missing,
  };
}

/** Words alone: without marks of Markdown, addresses and white space. */
function bare(text: string): string {
  return text
    .replaceAll(/\]\((?:<[^>]*>|[^)]*)\)/g, "]")
    .replaceAll("\\", "")
    .replaceAll(/[\s#*_`|[\]>-]+/g, " ")
    .trim();
}
