import { createCronJobs } from "@hermes/cron";
import type { CronJobs, CronJobsOptions, CronStore, JobAuthor, JobRequest } from "@hermes/cron";
import { openStore } from "./open-store.ts";

/** Tuesday, 24 November 2026, 10:00 in Berlin. */
export const tuesday: number = Date.UTC(2026, 10, 24, 9);

export const person: JobAuthor = { by: "person" };
export const model: JobAuthor = { by: "model", sessionId: "s1", provenance: [] };

export const daily: JobRequest = { schedule: "0 9 * * *", prompt: "Say hello." };

/** Jobs over a real store, at a time that stands still. */
export interface TestJobs extends AsyncDisposable {
  readonly jobs: CronJobs;
  readonly store: CronStore;
  /** Moved by hand. */
  readonly clock: { now: number };
}

export async function jobsIn(options: Partial<CronJobsOptions> = {}): Promise<TestJobs> {
  const opened = openStore();
  const clock = { now: tuesday };
  const jobs = createCronJobs({
    store: opened.store,
    timeZone: "Europe/Berlin",
    scan: async () => [],
    now: () => clock.now,
    ...options,
  });
  return { jobs, store: opened.store, clock, [Symbol.asyncDispose]: async () => opened[Symbol.dispose]() };
}
