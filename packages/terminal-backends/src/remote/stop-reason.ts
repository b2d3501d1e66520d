/** Why a command is to be ended before it ends by itself: its time is up, or somebody aborts it. */
export class StopReason implements Disposable {
  timedOut = false;
  interrupted = false;
  /** Resolves when the command is to be ended. */
  readonly requested: Promise<void>;
  readonly #signal: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #abort: () => void;

  constructor(timeoutMs: number, signal: AbortSignal | undefined) {
    let resolve = (): void => undefined;
    this.requested = new Promise((resolvePromise) => (resolve = resolvePromise));
    this.#signal = signal;
    this.#abort = () => {
      this.interrupted = !this.timedOut;
      resolve();
    };
    this.#timer = setTimeout(() => {
      this.timedOut = !this.interrupted;
      resolve();
    }, timeoutMs);
    signal?.addEventListener("abort", this.#abort, { once: true });
    if (signal?.aborted === true) this.#abort();
  }

  get isRequested(): boolean {
    return this.timedOut || this.interrupted;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener("abort", this.#abort);
  }
}
