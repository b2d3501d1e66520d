import { HermesError } from "@hermes/registry";

/** How long a package runner may take to download and start its program; without a terminal it says nothing about that. */
const longestRunnerMs = 10 * 60_000;

/** The time that a server has until its first answer. */
export interface ConnectClock {
  /** Aborts when the time is up, or with the signal that was given. */
  readonly signal: AbortSignal;
  stop(): void;
}

/** @param options `runner`: it may be downloading, and has 10 minutes. */
export function createConnectClock(options: {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly runner: boolean;
}): ConnectClock {
  const own = new AbortController();
  const startedAt = performance.now();
  function expire(): void {
    const seconds = String(Math.round((performance.now() - startedAt) / 1_000));
    own.abort(
      new HermesError(`No answer within ${seconds} s.`, {
        code: "MCP_TIMEOUT",
        hint: "See what it writes to its standard error, or set a longer connect_timeout.",
      }),
    );
  }
  const timer = setTimeout(
    expire,
    options.runner ? Math.max(longestRunnerMs, options.timeoutMs) : options.timeoutMs,
  );
  return {
    signal: AbortSignal.any([options.signal, own.signal]),
    stop() {
      clearTimeout(timer);
    },
  };
}
