const firstMs = 1_000;
const longestMs = 300_000;

/**
 * How long a message waits for its next try: 1, 2, 4 … seconds, at most five minutes, more or less by a quarter; never less than the
 * platform asks for.
 *
 * @param attempts Failures so far, this one included.
 */
export function retryDelayMs(attempts: number, afterMs: number | undefined, random: () => number): number {
  const backOff = Math.min(firstMs * 2 ** Math.max(0, attempts - 1), longestMs);
  return Math.max(Math.round(backOff * (0.75 + random() / 2)), afterMs ?? 0);
}
