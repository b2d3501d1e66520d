import { HermesError } from "@hermes/registry";

/** The time of one call: it ends when there was no sign of life for too long, and stands still while a person is asked. */
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
  function heard(): void {
    clearTimeout(timer);
    if (paused > 0 || stopped) return;
    timer = setTimeout(() => {
      const seconds = String(Math.round(options.timeoutMs / 1_000));
      own.abort(new HermesError(`No sign of life for ${seconds} s.`, { code: "MCP_TIMEOUT" }));
    }, options.timeoutMs);
  }
  heard();
  return {
    signal: AbortSignal.any([options.signal, own.signal]),
    isExpired: () => own.signal.aborted,
    heard,
    async pause(run) {
      paused += 1;
      clearTimeout(timer);
      try {
        return await run();
      } finally {
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
