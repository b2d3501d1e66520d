import { Stop, type Host } from "../../host.ts";
import { interruptible } from "../../interruptible.ts";
import { printRemark } from "../../render/print.ts";

/** Fires jobs until Ctrl-C: what runs then is gone on with by whoever fires next. */
export async function goOnLater<Result>(
  host: Host,
  fire: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  using work = interruptible(host);
  try {
    return await fire(work.signal);
  } catch (error) {
    if (error instanceof Stop) printRemark(host, "What was running is gone on with by whoever fires next.");
    throw error;
  }
}
