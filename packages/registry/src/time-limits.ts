/** How long whoever was told to stop may take to hand over what it has. */
export const abortGraceMs = 250;

/**
 * Waits for a call, but after an abort only for a moment: who listens hands over what it has, and who does not holds nobody
 * up. What comes later counts for nothing.
 *
 * @throws the reason of the signal, untouched, when the call is given up.
 */
export function withAbortGrace<Value>(
  work: Promise<Value>,
  signal: AbortSignal,
  graceMs: number = abortGraceMs,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const rejectSoon = (): void => {
      timer = setTimeout(() => reject(signal.reason), graceMs);
    };
    const waiting = waitersOf(signal);
    waiting.add(rejectSoon);
    if (signal.aborted) rejectSoon();
    const settled = (): void => {
      waiting.delete(rejectSoon);
      if (timer !== undefined) clearTimeout(timer);
    };
    work.then(
      (value) => {
        settled();
        resolve(value);
      },
      (error: unknown) => {
        settled();
        reject(error);
      },
    );
  });
}

type Waiters = Set<() => void>;

const waiters = new WeakMap<AbortSignal, Waiters>();

/** What is called when the signal is aborted. One listener serves all: one for each call would cost as much as the call. */
function waitersOf(signal: AbortSignal): Waiters {
  const known = waiters.get(signal);
  if (known !== undefined) return known;
  const all: Waiters = new Set();
  waiters.set(signal, all);
  signal.addEventListener("abort", () => all.forEach((waiter) => waiter()), { once: true });
  return all;
}

/** A call took longer than its tool allows. */
export class TimeLimitExceeded extends Error {
  override readonly name = "TimeoutError";
}

/**
 * Runs work with a signal that is aborted at a limit, and waits no longer than that.
 *
 * @throws {TookTooLong}
 */
export async function withinLimit<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  { limitMs, signal }: { readonly limitMs: number; readonly signal: AbortSignal },
): Promise<Value> {
  const limit = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new TimeLimitExceeded(`It took longer than its limit of ${describe(limitMs)}.`);
      limit.abort(error);
      reject(error);
    }, limitMs);
  });
  try {
    return await Promise.race([work(AbortSignal.any([signal, limit.signal])), over]);
  } finally {
    clearTimeout(timer);
  }
}

function describe(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`;
}
