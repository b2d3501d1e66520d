/** How long to wait before each further try: twice as long, up to a bound, and never all clients at once. */
export class BackOff {
  readonly #firstMs: number;
  readonly #maxMs: number;
  #tries = 0;

  constructor({ firstMs, maxMs }: { readonly firstMs: number; readonly maxMs: number }) {
    this.#firstMs = firstMs;
    this.#maxMs = maxMs;
  }

  /** It went well. */
  reset(): void {
    this.#tries = 0;
  }

  /** @throws the reason of the signal. */
  async wait(signal: AbortSignal | undefined, atLeastMs = 0): Promise<void> {
    const ms = Math.min(this.#maxMs, this.#firstMs * 2 ** this.#tries++) * (0.5 + Math.random() / 2);
    await pause(Math.max(ms, atLeastMs), signal);
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
