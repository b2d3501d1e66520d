/**
 * Takes work until too much of it waits; then none until all of it is done, so that nothing overtakes what was refused.
 *
 * @param onDrained Called once work can be taken again after some was refused.
 * @returns Rejects where the work is refused.
 */
export function createIntake(
  maxWaiting: number,
  onDrained: () => void,
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let waiting = 0;
  let isFull = false;
  return async function take(work) {
    isFull ||= waiting >= maxWaiting;
    if (isFull) throw new Error("too much waits to be kept");
    waiting += 1;
    try {
      return await work();
    } finally {
      waiting -= 1;
      if (isFull && waiting === 0) {
        isFull = false;
        onDrained();
      }
    }
  };
}
