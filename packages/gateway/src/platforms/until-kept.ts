import { setTimeout as delay } from "node:timers/promises";
import { backOff } from "./back-off.ts";
import type { PlatformHost } from "./platform.ts";

/**
 * Hands something over until it is kept, where the platform says it once.
 *
 * @param backOffMs After the first failure; doubled up to 30 times as much.
 * @returns False where the signal came before.
 */
export async function untilKept(
  work: () => Promise<void>,
  {
    log,
    health,
    backOffMs,
    signal,
  }: Pick<PlatformHost, "log" | "health"> & { readonly backOffMs: number; readonly signal: AbortSignal },
): Promise<boolean> {
  for (let failures = 0; !signal.aborted;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- tries
      await work();
      if (failures > 0) health({ state: "up" });
      return true;
    } catch (error) {
      if (signal.aborted) break;
      failures += 1;
      log("error", "A message could not be kept; it is tried again.", { error: String(error) });
      health({ state: "retrying", reason: "a message could not be kept" });
      // oxlint-disable-next-line no-await-in-loop -- tries
      await delay(backOff(failures, backOffMs, 30), undefined, { signal }).catch(() => undefined);
    }
  }
  return false;
}
