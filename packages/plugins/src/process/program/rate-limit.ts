/**
 * Lets so many through within a second.
 *
 * @param left Told once the second is over how many were left out.
 * @returns Whether one may pass.
 */
export function rateLimit(perSecond: number, left: (count: number) => void): () => boolean {
  let [passed, leftOut] = [0, 0];
  let until = 0;
  return () => {
    const now = performance.now();
    if (now >= until) {
      if (leftOut > 0) left(leftOut);
      [passed, leftOut, until] = [0, 0, now + 1_000];
    }
    passed += 1;
    if (passed <= perSecond) return true;
    leftOut += 1;
    return false;
  };
}
