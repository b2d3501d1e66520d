import { printRemark } from "../../render/print.ts";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";

/** Fires jobs until Ctrl-C: what runs then is gone on with by whoever fires next. */
export async function goOnLater<Result>(
  { host, interruptible }: GatewayDesk,
  fire: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  using work = interruptible();
  try {
    return await fire(work.signal);
  } catch (error) {
    if (work.signal.aborted) printRemark(host, "What was running is gone on with by whoever fires next.");
    throw error;
  }
}
