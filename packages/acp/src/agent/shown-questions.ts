import { pause } from "@hermes/registry/pause";

/** What was not told by then is asked all the same. */
const longestWaitMs = 2_000;

/** Which questions the editor has been told of: events come behind what happened before them, and approvers do not. */
export class ShownQuestions {
  readonly #told = new Set<string>();
  readonly #waiting = new Map<string, () => void>();

  tell(id: string): void {
    this.#told.add(id);
    this.#waiting.get(id)?.();
  }

  /** @returns Whether it was told. Rejects with the reason of the signal. */
  async wait(id: string, signal: AbortSignal): Promise<boolean> {
    if (!this.#told.has(id)) {
      const told = Promise.withResolvers<void>();
      const done = new AbortController();
      this.#waiting.set(id, told.resolve);
      try {
        await Promise.race([told.promise, pause(longestWaitMs, AbortSignal.any([signal, done.signal]))]);
      } finally {
        this.#waiting.delete(id);
        done.abort();
      }
    }
    return this.#told.delete(id);
  }
}
