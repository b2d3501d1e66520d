/** Takes text apart into its lines; the text may be cut anywhere, blank lines are left out. */
export class JsonLines {
  readonly #onLine: (line: string) => void;
  /** The beginning of a line whose end has not come yet. */
  #rest = "";

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  push(text: string): void {
    let start = 0;
    let end = text.indexOf("\n");
    while (end !== -1) {
      this.#line(this.#rest + text.slice(start, end));
      this.#rest = "";
      start = end + 1;
      end = text.indexOf("\n", start);
    }
    this.#rest += text.slice(start);
  }

  /** No more text will come. */
  end(): void {
    this.#line(this.#rest);
    this.#rest = "";
  }

  #line(line: string): void {
    const text = line.trim();
    if (text !== "") this.#onLine(text);
  }
}
