import { describeSchedule } from "../schedule/describe-schedule.ts";
import { nextRuns } from "../schedule/next-runs.ts";
import type { JobStore, SlotStore } from "../store/cron-store.ts";
import type { CronJobs, JobView, PromptFinding } from "./cron-jobs.ts";
import { findJob } from "./find-job.ts";
import type { Job } from "./job.ts";

export interface ReadJobsOptions {
  readonly store: JobStore;
  readonly slots: SlotStore;
  readonly timeZone: string;
  readonly now: () => number;
}

export interface JobReading extends Pick<CronJobs, "list" | "get" | "history" | "next"> {
  viewOf(job: Job, warnings?: readonly PromptFinding[]): Promise<JobView>;
}

/** What changes nothing. */
export function readJobs({ store, slots, timeZone, now }: ReadJobsOptions): JobReading {
  async function viewOf(job: Job, warnings: readonly PromptFinding[] = []): Promise<JobView> {
    const [last] = await slots.history({ job: job.id, limit: 1 });
    return { job, reading: describeSchedule(job.schedule, timeZone), last, warnings };
  }

  return {
    viewOf,
    list: async () => await Promise.all((await store.list()).map((job) => viewOf(job))),
    get: async (name) => await viewOf(findJob(await store.list(), name)),
    async history({ name, limit = 50 } = {}) {
      if (name === undefined) return await slots.history({ limit });
      if (/^[0-9a-f]{12}$/.test(name)) {
        const ofRemoved = await slots.history({ job: name, limit });
        if (ofRemoved.length > 0) return ofRemoved;
      }
      return await slots.history({ job: findJob(await store.list(), name).id, limit });
    },
    async next(name, count) {
      const { schedule, state, repeat = Infinity, runs } = findJob(await store.list(), name);
      if (state !== "active") return [];
      return nextRuns(schedule, { timeZone, from: now(), count: Math.min(count, repeat - runs) });
    },
  };
}
