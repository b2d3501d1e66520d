/**
 * Passes messages on one after another, each after what the one before set off: the SDK handles a notification a moment after it
 * came, and a progress that came together with the answer would be lost.
 */
export function inTurn<Args extends readonly unknown[]>(
  deliver: (...args: Args) => void,
): (...args: Args) => void {
  let last: Promise<void> = Promise.resolve();
  return (...args) => {
    last = last.then(() => {
      deliver(...args);
    });
    // What a handler throws is its own matter, and must not hold up what follows.
    last = last.catch(() => {});
  };
}
