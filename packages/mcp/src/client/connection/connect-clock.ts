import { HermesError } from "@hermes/registry";

/** How long a package runner may take to download and start its program, as long as it says something. */
const longestRunnerMs = 10 * 60_000;

/** The time that a server has until its first answer. A package runner that writes something has it anew, up to 10 minutes. */
export interface ConnectClock {
  /** Aborts when the time is up, or with the signal that was given. */
  readonly signal: AbortSignal;
  heard(): void;
  stop(): void;
}

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
        hint: "See what it writes with `hermes mcp test NAME`, or set a longer connect_timeout.",
      }),
    );
  }
  let timer = setTimeout(expire, options.timeoutMs);
  return {
    signal: AbortSignal.any([options.signal, own.signal]),
    heard() {
      const left = longestRunnerMs - (performance.now() - startedAt);
      if (!options.runner || own.signal.aborted) return;
      clearTimeout(timer);
      timer = setTimeout(expire, Math.max(0, Math.min(options.timeoutMs, left)));
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
