const firstMs = 200;
const longestWaitedForMs = 4_000;
const longestMs = 60_000;

/**
 * How long to wait before the next try, in milliseconds: twice as long after each failure, up to 4 s while somebody waits for the
 * server and 60 s while nobody does. Spread by a quarter, so that many clients don't come back at once.
 */
export function retryDelayMs(
  failures: number,
  options: { readonly waitedFor: boolean; readonly random?: (() => number) | undefined },
): number {
  const longest = options.waitedFor ? longestWaitedForMs : longestMs;
  const delay = Math.min(firstMs * 2 ** Math.max(0, failures - 1), longest);
  return delay * (0.75 + 0.25 * (options.random ?? Math.random)());
}
