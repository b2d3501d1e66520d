import { refused } from "../errors/refusal.ts";

interface Bucket {
  left: number;
  at: number;
}

const maxBuckets = 10_000;

/** So many requests a minute of each name, all at once where it has been quiet for a minute: a token bucket. */
export class RateLimit {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(perMinute: number, now: () => number) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** @throws {HermesError} `API_TOO_MANY` with the seconds to wait. */
  take(name: string): void {
    const now = this.#now();
    const before = this.#buckets.get(name) ?? { left: this.#perMinute, at: now };
    const refilled = before.left + (Math.max(0, now - before.at) * this.#perMinute) / 60_000;
    const left = Math.min(this.#perMinute, refilled);
    // The last one used is the last in the map, and the first goes where there are too many.
    this.#buckets.delete(name);
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size >= maxBuckets && oldest !== undefined) this.#buckets.delete(oldest);
    this.#buckets.set(name, { left: left < 1 ? left : left - 1, at: now });
    if (left >= 1) return;
    const retryAfter = Math.max(1, Math.ceil(((1 - left) * 60) / this.#perMinute));
    throw refused("API_TOO_MANY", "Too many requests.", {
      hint: `Wait ${retryAfter} seconds.`,
      retryAfter,
    });
  }
}
