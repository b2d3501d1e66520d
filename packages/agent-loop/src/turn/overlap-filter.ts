/** How far back a continuation may repeat what came before. */
const reach = 2_000;
/** A shorter repetition may be meant. */
const shortestOverlap = 12;

/**
 * How many characters at the start of `next` repeat the end of `previous`; 0 when the repetition is so short that
 * it may be meant.
 */
export function overlapLength(previous: string, next: string): number {
  const tail = previous.slice(-reach);
  for (let length = Math.min(tail.length, next.length); length >= shortestOverlap; length--) {
    if (!tail.endsWith(next.slice(0, length))) continue;
    return next.slice(0, length).replaceAll(/\s/g, "").length >= shortestOverlap ? length : 0;
  }
  return 0;
}

/**
 * Takes the deltas of a continued answer and leaves out what the answer before it has shown already. Holds text back
 * only as long as it may still be such a repetition.
 */
export class OverlapFilter {
  readonly #previous: string;
  #held = "";
  #decided = false;

  constructor(previous: string) {
    this.#previous = previous.slice(-reach);
    this.#decided = previous === "";
  }

  /** The part of the answer that may be shown now; may be empty. */
  push(text: string): string {
    if (this.#decided) return text;
    this.#held += text;
    return this.#previous.includes(this.#held) ? "" : this.flush();
  }

  /** What is still held back when the answer ends. */
  flush(): string {
    if (this.#decided) return "";
    this.#decided = true;
    return this.#held.slice(overlapLength(this.#previous, this.#held));
  }

  /** The answer starts anew. */
  restart(): void {
    this.#held = "";
    this.#decided = this.#previous === "";
  }
}
