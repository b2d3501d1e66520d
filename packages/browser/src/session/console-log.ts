/** One line of a page's console. */
export interface ConsoleEntry {
  readonly type: string;
  readonly text: string;
  readonly url?: string | undefined;
  readonly line?: number | undefined;
}

const maxEntries = 200;
const maxChars = 1_000;

/** What a page wrote and which errors it did not catch; the newest are kept. */
export class ConsoleLog {
  #messages: ConsoleEntry[] = [];
  #errors: string[] = [];
  #messageCount = 0;
  #errorCount = 0;

  message(entry: ConsoleEntry): void {
    this.#messageCount += 1;
    this.#messages.push({ ...entry, text: entry.text.slice(0, maxChars) });
    if (this.#messages.length > maxEntries) this.#messages.shift();
  }

  error(text: string): void {
    this.#errorCount += 1;
    this.#errors.push(text.slice(0, maxChars));
    if (this.#errors.length > maxEntries) this.#errors.shift();
  }

  /** Totals count since the last clearing, also what was pushed out since. */
  read(): {
    readonly console_messages: readonly ConsoleEntry[];
    readonly js_errors: readonly string[];
    readonly total_messages: number;
    readonly total_errors: number;
  } {
    return {
      console_messages: [...this.#messages],
      js_errors: [...this.#errors],
      total_messages: this.#messageCount,
      total_errors: this.#errorCount,
    };
  }

  clear(): void {
    this.#messages = [];
    this.#errors = [];
    this.#messageCount = 0;
    this.#errorCount = 0;
  }
}
