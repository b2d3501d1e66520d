import { pause } from "@hermes/registry/pause";
import { setNewest } from "../drop-oldest.ts";

/** Which messages WhatsApp has reported as sent, by our keys: for those whose answer got lost. */
export class Arrivals {
  readonly #ids = new Map<string, string>();
  readonly #waiting = new Map<string, AbortController>();

  arrived(key: string, messageId: string): void {
    setNewest(this.#ids, key, messageId, 200);
    this.#waiting.get(key)?.abort();
  }

  /** Undefined: nothing was reported within the time. */
  async find(key: string, withinMs: number, signal: AbortSignal): Promise<string | undefined> {
    if (this.#ids.get(key) === undefined) {
      const found = new AbortController();
      this.#waiting.set(key, found);
      // Either way it is looked at next.
      await pause(withinMs, AbortSignal.any([found.signal, signal])).catch(() => undefined);
      this.#waiting.delete(key);
    }
    return this.#ids.get(key);
  }
}
