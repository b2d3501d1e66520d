export interface StallLimits {
  /** Longest silence before the first event. `Infinity`: no limit. */
  readonly firstMs: number;
  /** Longest silence between two events. `Infinity`: no limit. */
  readonly betweenMs: number;
  /** Longest time spent waiting for one attempt in all. `Infinity`: no limit. */
  readonly totalMs: number;
}

export interface Stall {
  /** False: there was life, but the answer took too long in all. */
  readonly silent: boolean;
  readonly afterMs: number;
}

/**
 * Notices when a stream has gone silent.
 *
 * One interval timer per attempt counts its own ticks while somebody waits, so that an event costs two
 * assignments, a slow reader is not taken for a silent server, and a computer that slept does not time out on waking.
 */
export class StallWatch {
  /** True while a reader waits for the next event. */
  waiting = false;
  #silentMs = 0;
  #waitedMs = 0;
  #limitMs: number;
  readonly #limits: StallLimits;
  readonly #timer: ReturnType<typeof setInterval> | undefined;

  constructor(limits: StallLimits, onStall: (stall: Stall) => void) {
    this.#limits = limits;
    this.#limitMs = limits.firstMs;
    const shortest = Math.min(limits.firstMs, limits.betweenMs, limits.totalMs);
    if (shortest === Infinity) return;
    const tickMs = Math.max(5, Math.min(1000, Math.floor(shortest / 10)));
    this.#timer = setInterval(() => {
      if (!this.waiting) return;
      this.#silentMs += tickMs;
      this.#waitedMs += tickMs;
      const silent = this.#silentMs >= this.#limitMs;
      if (!silent && this.#waitedMs < this.#limits.totalMs) return;
      this.stop();
      onStall({ silent, afterMs: silent ? this.#silentMs : this.#waitedMs });
    }, tickMs);
  }

  /** An event came. */
  touch(): void {
    this.waiting = false;
    this.#silentMs = 0;
    this.#limitMs = this.#limits.betweenMs;
  }

  /** Something came that is not an event. */
  alive(): void {
    this.#silentMs = 0;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
