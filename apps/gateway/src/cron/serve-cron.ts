import type { Scheduler } from "@hermes/cron";
import type { Log } from "@hermes/gateway";
import type { Runtime } from "@hermes/runtime";
import type { GatewayHome } from "../gateway-home.ts";
import { openHomeScheduler } from "./home-scheduler.ts";

/** The jobs of a home, as a gateway says of them. */
export interface CronStatus {
  /** Those that have times to come. */
  readonly jobs: number;
  /** Milliseconds since 1970; absent: nothing is due any more. */
  readonly nextAt?: number | undefined;
  /** Runs under way. */
  readonly running: number;
}

export interface ServedCron extends Pick<Scheduler, "close"> {
  status(): Promise<CronStatus>;
}

export interface ServeCronOptions {
  readonly runtime: Runtime;
  readonly home: GatewayHome;
  readonly log: Log;
}

const dayMs = 86_400_000;
/** So soon is what other processes ask for seen, such as a run that a person asks for at the command line. */
const askedEveryMs = 2_000;

/** Fires the jobs of a home from now on, and once a day forgets receipts that are too old. */
export async function serveCron({ runtime, home, log }: ServeCronOptions): Promise<ServedCron> {
  const { store, onChange: follow } = await home.cron();
  const scheduler = await openHomeScheduler({
    ...{ runtime, home, log },
    onReceipt(job, { job: id, state, reason, result }) {
      const { outcome, error, usd } = result ?? {};
      log("info", "A job ran.", { job: id, name: job?.name, state, reason, outcome, code: error?.code, usd });
    },
  });
  const keptMs = home.loaded.settings.cron.keep_history * dayMs;
  const prune = async (): Promise<void> => {
    try {
      await store.slots.prune(Date.now() - keptMs);
    } catch (error) {
      log("warn", "Old receipts of jobs could not be forgotten.", { error: String(error) });
    }
  };
  await prune();
  const daily = setInterval(() => void prune(), dayMs).unref();
  const leave = follow(() => scheduler.wake());
  const asked = setInterval(() => {
    const look = async (): Promise<void> => {
      const at = scheduler.isFiring ? await store.slots.nextAt() : undefined;
      if (at !== undefined && at <= Date.now()) scheduler.wake();
    };
    // The scheduler itself tells of a store that does not answer.
    look().catch(() => undefined);
  }, askedEveryMs).unref();
  scheduler.start();
  return {
    status: async () => ({ ...(await countJobs(home)), running: scheduler.running }),
    async close(limitMs) {
      leave();
      clearInterval(daily);
      clearInterval(asked);
      await scheduler.close(limitMs);
    },
  };
}

/** What of the status the store knows, whoever fires. */
export async function countJobs(home: GatewayHome): Promise<Pick<CronStatus, "jobs" | "nextAt">> {
  const { store } = await home.cron();
  const [jobs, nextAt] = await Promise.all([store.jobs.list(), store.slots.nextAt()]);
  return { jobs: jobs.filter(({ state }) => state === "active").length, nextAt };
}
