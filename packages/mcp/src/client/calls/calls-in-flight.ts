import type { McpAsks } from "../mcp-server.ts";
import type { CallClock } from "./call-clock.ts";

/** How often a server may ask back while it serves one call. */
const maxAsks = 5;
const maxLogs = 200;

/** One call that a server serves now, and who answers what it asks back. */
export interface CallInFlight {
  readonly asks: McpAsks | undefined;
  readonly clock: CallClock;
  /** Counts a question. @returns Whether it may be asked. */
  mayAsk(): boolean;
  mayLog(): boolean;
  /** Puts a question to the person after those before it; none once `enough` was called. @returns undefined where it was not put. */
  inTurn<T>(ask: () => Promise<T>): Promise<T | undefined>;
  /** The person answers no more in this call. */
  enough(): void;
}

export interface CallsInFlight {
  readonly count: () => number;
  begin(asks: McpAsks | undefined, clock: CallClock): { readonly call: CallInFlight; end(): void };
  /** The one call that a question belongs to. Undefined where there is none, or where several people may be meant. */
  only(): CallInFlight | undefined;
}

export function createCallsInFlight(): CallsInFlight {
  const calls = new Set<CallInFlight>();
  return {
    count: () => calls.size,
    begin(asks, clock) {
      let asked = 0;
      let logged = 0;
      let isEnough = false;
      let last: Promise<unknown> = Promise.resolve();
      const call: CallInFlight = {
        asks,
        clock,
        mayAsk: () => (asked += 1) <= maxAsks,
        mayLog: () => (logged += 1) <= maxLogs,
        inTurn(ask) {
          const now = last.then(async () => (isEnough ? undefined : await ask()));
          last = now.catch(() => undefined);
          return now;
        },
        enough: () => (isEnough = true),
      };
      calls.add(call);
      return { call, end: () => calls.delete(call) };
    },
    only() {
      const [first, ...others] = calls;
      return first !== undefined && others.every((call) => call.asks === first.asks) ? first : undefined;
    },
  };
}
