/**
 * How long to wait after so many failures in a row, in milliseconds.
 *
 * @param failures From 1 on.
 * @param firstMs After the first one; doubled with each that follows.
 * @param atMost How many times as much it becomes.
 */
export function backOff(failures: number, firstMs: number, atMost = 60): number {
  return firstMs * Math.min(2 ** (failures - 1), atMost);
}
