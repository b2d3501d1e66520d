import type { Screen } from "./screen.ts";

/** Something that takes time. */
export interface Work {
  /** What is shown under the same name goes on: its time is not begun anew. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** What is shown of it, given how long it has taken. */
  line(elapsedMs: number): string;
}

/** Says on the passing line of a screen what is going on, and keeps the time on it up to date. */
export class StatusLine {
  readonly #screen: Screen;
  readonly #now: () => number;
  #work: Work | undefined;
  #clock: NodeJS.Timeout | undefined;

  constructor(screen: Screen, now: () => number) {
    this.#screen = screen;
    this.#now = now;
  }

  /** Shown from the next second on; with `atOnce` without delay. */
  show(work: Work, { atOnce = false }: { readonly atOnce?: boolean } = {}): void {
    if (!this.#screen.live) return;
    const since = this.#work?.name === work.name ? this.#work.since : work.since;
    this.#work = { ...work, since };
    this.#clock ??= setInterval(() => this.#draw(), 1000).unref();
    if (atOnce) this.#draw();
  }

  clear(): void {
    this.#work = undefined;
    clearInterval(this.#clock);
    this.#clock = undefined;
    this.#screen.status("");
  }

  #draw(): void {
    if (this.#work) this.#screen.status(this.#work.line(this.#now() - this.#work.since));
  }
}
