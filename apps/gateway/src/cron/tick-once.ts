import type { TickReport } from "@hermes/cron";
import { openHomeScheduler } from "./home-scheduler.ts";
import type { HomeSchedulerOptions } from "./home-scheduler.ts";
import { recordTick } from "./who-fires.ts";

export interface TickOnceOptions extends HomeSchedulerOptions {
  /** Ends it; what runs then is gone on with by the next one. */
  readonly signal?: AbortSignal | undefined;
  /** Whether it will be called again by itself, so that jobs count as fired. @default true */
  readonly byTimer?: boolean | undefined;
}

/**
 * Fires once what is due now, where no gateway does. Answers are rows of the outbox, which go out when a gateway runs: no platform is
 * connected.
 *
 * @throws the reason of the signal; what settings and store throw.
 */
export async function tickOnce({ signal, byTimer = true, ...options }: TickOnceOptions): Promise<TickReport> {
  const scheduler = await openHomeScheduler(options);
  try {
    const report = await scheduler.tick({ signal });
    if (byTimer && report.heldBy === undefined) await recordTick(options.home, options.now?.() ?? Date.now());
    return report;
  } finally {
    await scheduler.close();
  }
}
