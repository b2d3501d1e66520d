/** Calls back with each line of a stream of text that holds one of the patterns; lines may come in pieces. */
export class LineWatch {
  readonly #patterns: readonly string[];
  readonly #onMatch: (line: string) => void;
  #open = "";

  constructor({
    patterns,
    onMatch,
  }: {
    readonly patterns: readonly string[];
    readonly onMatch: (line: string) => void;
  }) {
    this.#patterns = patterns;
    this.#onMatch = onMatch;
  }

  append(text: string): void {
    const lines = (this.#open + text).split(/\r\n|\n|\r(?!$)/);
    this.#open = lines.pop() ?? "";
    for (const line of lines) this.#check(line);
    // A line without an end must not grow without one; its pieces overlap, so that no match falls between them.
    if (this.#open.length > maxLineChars) {
      this.#check(this.#open);
      this.#open = this.#open.slice(-overlapChars);
    }
  }

  /** The stream has ended: what is left is a line too. */
  end(): void {
    if (this.#open !== "") this.#check(this.#open);
    this.#open = "";
  }

  #check(line: string): void {
    if (this.#patterns.some((pattern) => line.includes(pattern))) this.#onMatch(line);
  }
}

const maxLineChars = 20_000;
const overlapChars = 1_000;
