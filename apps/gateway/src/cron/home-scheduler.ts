import { isGone, processOwner } from "@hermes/agent-loop";
import { createScheduler } from "@hermes/cron";
import type { Scheduler, SchedulerOptions } from "@hermes/cron";
import type { Runtime } from "@hermes/runtime";
import type { GatewayHome } from "../gateway-home.ts";
import { createRunJob } from "./create-run-job.ts";

export interface HomeSchedulerOptions extends Pick<SchedulerOptions, "log" | "onReceipt" | "now"> {
  /** Made with `gatewayMigrations`. */
  readonly runtime: Runtime;
  readonly home: GatewayHome;
}

/** Fires the jobs of a home, as its settings have it. Nothing happens before it is told to. */
export async function openHomeScheduler(options: HomeSchedulerOptions): Promise<Scheduler> {
  const { runtime, home, now } = options;
  const cron = await home.cron();
  return createScheduler({
    ...options,
    store: cron.store,
    run: createRunJob({ runtime, home, cron, now }),
    ...{ owner: processOwner(), isGone },
    maxParallel: home.loaded.settings.cron.max_parallel_jobs,
  });
}
