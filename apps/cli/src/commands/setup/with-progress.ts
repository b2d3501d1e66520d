import type { Host } from "../../host.ts";
import { interruptible } from "../../interruptible.ts";
import { formatDuration } from "../../render/activity-line.ts";
import { Screen } from "../../render/screen.ts";
import { StatusLine } from "../../render/status-line.ts";
import { coloured, createStyle } from "../../render/style.ts";

/** Shows what is waited for, with its time, on a line that goes again. Ctrl-C ends it. */
export async function withProgress<Result>(
  host: Host,
  what: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  using waiting = interruptible(host);
  const { signal } = waiting;
  const style = createStyle(coloured(host.stderr));
  const passing = new StatusLine(new Screen({ ...host, style }), Date.now);
  const line = (ms: number): string => `${what} … ${formatDuration(ms)} (Ctrl-C ends it)`;
  passing.show({ name: what, since: Date.now(), line }, { atOnce: true });
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => undefined);
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    // Not everything that is waited for hears of the signal.
    return await Promise.race([work(signal), aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
    passing.clear();
  }
}
