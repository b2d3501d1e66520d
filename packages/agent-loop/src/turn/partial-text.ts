import type { Session } from "../session/session.ts";

/** Shown text is in the journal at most this long after it was shown. */
const flushAfterMs = 250;
/** A stream that never lets timers run is caught by looking at the clock once in so many deltas. */
const clockEvery = 256;

/** The text of an answer under way, on its way into the journal. */
export class PartialText {
  readonly #session: Session;
  #text = "";
  #reasoning = "";
  #timer: NodeJS.Timeout | undefined;
  #deltas = 0;
  #dirtySince = 0;
  #writing: Promise<void> | undefined;
  #overtaken = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  get text(): string {
    return this.#text;
  }

  get reasoning(): string {
    return this.#reasoning;
  }

  addText(text: string): void {
    this.#text += text;
    this.#touch();
  }

  addReasoning(text: string): void {
    this.#reasoning += text;
    this.#touch();
  }

  /** What was shown so far is void. The journal learns it at once: a void text must not come back on resume. */
  restart(): void {
    if (this.#text === "" && this.#reasoning === "") return;
    this.#text = "";
    this.#reasoning = "";
    this.#flush();
  }

  /** Waits until nothing is being written, so that the next entry comes after it; throws what a write threw. */
  async settle(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#writing !== undefined) await this.#writing;
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  #touch(): void {
    if (this.#timer === undefined) {
      this.#timer = setTimeout(() => this.#flush(), flushAfterMs);
      this.#dirtySince = this.#session.now();
      return;
    }
    if (++this.#deltas % clockEvery === 0 && this.#session.now() - this.#dirtySince >= flushAfterMs)
      this.#flush();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#writing !== undefined) {
      this.#overtaken = true;
      return;
    }
    const entry = {
      type: "partial",
      text: this.#text,
      reasoning: this.#reasoning,
      at: this.#session.now(),
    } as const;
    try {
      const written = this.#session.append(entry);
      if (written !== undefined) this.#writing = this.#finish(written);
    } catch (error) {
      this.#failure ??= { error };
    }
  }

  /** What was shown while a write was under way is written after it, so that no journal can mix them up. */
  async #finish(written: Promise<void>): Promise<void> {
    try {
      await written;
    } catch (error) {
      this.#failure ??= { error };
    }
    this.#writing = undefined;
    if (!this.#overtaken) return;
    this.#overtaken = false;
    this.#flush();
  }
}
