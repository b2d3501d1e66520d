const firstMs = 1_000;
const longestMs = 300_000;
const leastMs = 50;

/**
 * How long a message waits for its next try. Where the platform says it: that, and a little more. Otherwise 1, 2, 4 … seconds, at most
 * five minutes, more or less by a quarter.
 *
 * @param attempts Failures so far, this one included.
 */
export function retryDelayMs(attempts: number, afterMs: number | undefined, random: () => number): number {
  if (afterMs !== undefined) return Math.round(Math.max(afterMs, attempts * leastMs) * (1 + random() / 10));
  const backOff = Math.min(firstMs * 2 ** Math.max(0, attempts - 1), longestMs);
  return Math.round(backOff * (0.75 + random() / 2));
}
