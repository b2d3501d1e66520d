import { setTimeout as delay } from "node:timers/promises";

/** Waits until something is so, for half a minute at most. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`never: ${isSo.toString()}`);
    await delay(25);
  }
}
