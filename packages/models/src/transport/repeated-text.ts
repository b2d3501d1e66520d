/**
 * Recognises events that are byte for byte an event seen before, except for a plain text in the middle.
 *
 * Most events of an answer are such: the text can be cut out of them, and they need not be parsed. The same bytes
 * around it mean the same structure, and a text without quotes and backslashes can't leave it.
 */
export class RepeatedText {
  readonly #needles: readonly string[];
  #prefix = "";
  #suffix = "";

  /** @param key Name of the field that holds the text. */
  constructor(key: string) {
    this.#needles = [`"${key}":"`, `"${key}": "`];
  }

  /** The text, when the event is the learned one with another text. */
  match(data: string): string | undefined {
    const from = this.#prefix.length;
    const to = data.length - this.#suffix.length;
    if (from === 0 || to < from || !data.startsWith(this.#prefix) || !data.endsWith(this.#suffix))
      return undefined;
    const text = data.slice(from, to);
    return isPlain(text) ? text : undefined;
  }

  /** Remembers an event that said nothing but `text`. */
  learn(data: string, text: string): void {
    if (!isPlain(text)) return;
    for (const needle of this.#needles) {
      const at = data.indexOf(needle);
      // With a second field of this name it would be unclear which one holds the text.
      if (at === -1 || data.includes(needle, at + 1)) continue;
      const from = at + needle.length;
      if (!data.startsWith(`${text}"`, from)) continue;
      this.#prefix = data.slice(0, from);
      this.#suffix = data.slice(from + text.length);
      return;
    }
  }
}

function isPlain(text: string): boolean {
  return !text.includes('"') && !text.includes("\\");
}
