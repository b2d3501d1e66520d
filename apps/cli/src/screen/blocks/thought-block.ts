import { formatDuration } from "../../render/activity-line.ts";
import { cleanText } from "../../render/clean-text.ts";
import type { Style } from "../../render/style.ts";
import { wrapLines } from "../../render/wrap.ts";
import { BlockAtOnce } from "./block-at-once.ts";

export interface ThoughtBlockOptions {
  readonly style: Style;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What the model thinks, folded to the time it takes. */
export class ThoughtBlock extends BlockAtOnce {
  readonly #options: ThoughtBlockOptions;
  readonly #since: number;
  #endedAt: number | undefined;
  #text = "";

  constructor(options: ThoughtBlockOptions) {
    super();
    this.#options = options;
    this.#since = options.now();
  }

  push(text: string): void {
    this.#text += text;
  }

  end(): void {
    this.#endedAt = this.#options.now();
    this.done = true;
  }

  whole(columns: number): readonly string[] {
    const { style } = this.#options;
    const text = cleanText(this.#text).trim();
    return [...this.lines(), ...wrapLines(text, { columns, indent: 2 }).map(style.dim)];
  }

  protected lines(): readonly string[] {
    const { style, now } = this.#options;
    const took = formatDuration((this.#endedAt ?? now()) - this.#since);
    return [style.dim(`${style.signs.tool} ${this.done ? "thought" : "thinking"} ${took}`)];
  }
}
