import { HermesError } from "@hermes/registry";

/** How many time-outs a call has in all, whatever signs of life there are. */
const maxTimeouts = 30;

/** The time of one call: it ends when there was no sign of life or no answer for too long, and stands still while a person is asked. */
export interface CallClock {
  /** Aborts when the time is up, or with the caller's signal. */
  readonly signal: AbortSignal;
  readonly isExpired: () => boolean;
  heard(): void;
  /** Runs something during which no time passes. */
  pause<T>(run: () => Promise<T>): Promise<T>;
  stop(): void;
}

export function createCallClock(options: {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}): CallClock {
  const own = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let paused = 0;
  let stopped = false;
  let leftMs = options.timeoutMs * maxTimeouts;
  let since = performance.now();
  function heard(): void {
    spend();
    clearTimeout(timer);
    if (paused > 0 || stopped) return;
    const waitMs = Math.min(options.timeoutMs, Math.max(0, leftMs));
    timer = setTimeout(() => {
      const why =
        waitMs < options.timeoutMs
          ? `it has not answered within ${String((options.timeoutMs * maxTimeouts) / 1_000)} s`
          : `it gave no sign of life for ${String(options.timeoutMs / 1_000)} s`;
      own.abort(new HermesError(why, { code: "MCP_TIMEOUT" }));
    }, waitMs);
  }
  function spend(): void {
    const now = performance.now();
    if (paused === 0) leftMs -= now - since;
    since = now;
  }
  heard();
  return {
    signal: AbortSignal.any([options.signal, own.signal]),
    isExpired: () => own.signal.aborted,
    heard,
    async pause(run) {
      spend();
      paused += 1;
      clearTimeout(timer);
      try {
        return await run();
      } finally {
        spend();
        paused -= 1;
        heard();
      }
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
