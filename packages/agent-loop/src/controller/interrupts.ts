import type { Interrupted } from "./controller-event.ts";

/** A second interrupt within this time leaves. */
const leaveWithinMs = 2_000;

export interface InterruptsOptions {
  /** Ends everything at once. */
  readonly signal: AbortSignal | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What an interrupt ends, and whether the person wants to leave. */
export class Interrupts {
  readonly #options: InterruptsOptions;
  #control: AbortController | undefined;
  #interruptedAt = Number.NEGATIVE_INFINITY;
  #stopped = false;
  #leaving = false;

  constructor(options: InterruptsOptions) {
    this.#options = options;
  }

  get leaving(): boolean {
    return this.#leaving;
  }

  /** Whether nobody waits for anything any more: the person leaves, or the program ends. */
  get ending(): boolean {
    return this.#leaving || this.#options.signal?.aborted === true;
  }

  /** Ends what runs; a second one within two seconds leaves, as does a second one while nothing runs. */
  interrupt(): Interrupted {
    const { now } = this.#options;
    const isSecond = now() - this.#interruptedAt < leaveWithinMs;
    this.#interruptedAt = now();
    if (this.#leaving) return "leave-now";
    if (isSecond) {
      this.leave();
      return "leave";
    }
    return this.stop() ? "turn" : "ask-again";
  }

  /** Ends what runs, as the person asked. @returns false when nothing runs. */
  stop(): boolean {
    if (this.#control === undefined) return false;
    this.#stopped = true;
    this.#control.abort();
    return true;
  }

  /** Whether the person ended something since the last call. */
  takeStopped(): boolean {
    const stopped = this.#stopped;
    this.#stopped = false;
    return stopped;
  }

  /** Ends what runs. */
  abort(): void {
    this.#control?.abort();
  }

  leave(): void {
    this.#leaving = true;
    this.abort();
  }

  /** Runs something that an interrupt ends. Inside of it another one may run: the outer one keeps the interrupt. */
  async run<Result>(work: (signal: AbortSignal) => Promise<Result> | Result): Promise<Result> {
    const outer = this.#control;
    const control = outer ?? new AbortController();
    this.#control = control;
    const { signal } = this.#options;
    try {
      return await work(signal === undefined ? control.signal : AbortSignal.any([control.signal, signal]));
    } finally {
      if (outer === undefined) this.#control = undefined;
    }
  }
}
