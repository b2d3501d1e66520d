import type { CronStore } from "../store/cron-store.ts";
import { attempts, changeJob } from "./change-job.ts";
import type { MakeDraft } from "./change-job.ts";
import type { CronJobs, JobRequest, JobView } from "./cron-jobs.ts";
import type { JobChecks } from "./define-work.ts";
import { draftJob } from "./draft-job.ts";
import type { DraftOptions, JobDraft, ScanPrompt } from "./draft-job.ts";
import { findJob, noJob } from "./find-job.ts";
import { nameTaken } from "./job-names.ts";
import { readRequest } from "./job-request.ts";
import { isDone, pausedJob, resumedJob } from "./job-states.ts";
import { makeRoom } from "./make-room.ts";
import { readJobs } from "./read-jobs.ts";

export interface CronJobsOptions {
  readonly store: Pick<CronStore, "jobs" | "slots">;
  /** Of schedules that name none, as IANA names it. */
  readonly timeZone: string;
  readonly scan: ScanPrompt;
  /** Jobs that are not done; of those that are as many are kept. @default 100 */
  readonly maxJobs?: number | undefined;
  /** Of a run whose job says nothing else. @default 1_800 */
  readonly seconds?: number | undefined;
  /** @default what only a home knows is not looked at */
  readonly checks?: JobChecks | undefined;
  /** Told after each change, so that whoever fires looks again. Must not throw. */
  readonly onChange?: (() => void) | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** @default 12 random hexadecimal digits */
  readonly createId?: (() => string) | undefined;
}

/** Writes and reads the jobs of a store, by the rules of `CronJobs`. */
export function createCronJobs({
  store: { jobs: store, slots },
  timeZone,
  scan,
  maxJobs = 100,
  seconds = 1_800,
  checks = {},
  onChange = () => undefined,
  now = Date.now,
  createId = randomId,
}: CronJobsOptions): CronJobs {
  const { viewOf, ...reading } = readJobs({ store, slots, timeZone, now });

  const draft = async (
    request: JobRequest,
    of: Pick<DraftOptions, "author" | "jobs" | "before">,
  ): Promise<JobDraft> =>
    await draftJob(request, { ...of, timeZone, now: now(), seconds, checks, scan, createId });

  async function change(name: string, make: MakeDraft): Promise<JobView> {
    const { job, warnings, isChanged } = await changeJob(name, make, { store, now });
    if (isChanged) onChange();
    return await viewOf(job, warnings);
  }

  return {
    ...reading,
    async create(written, author) {
      const request = readRequest(written);
      for (let attempt = 0; attempt < attempts; attempt++) {
        // oxlint-disable no-await-in-loop -- an attempt begins where the one before has failed
        const jobs = await store.list();
        const { job, warnings } = await draft(request, { author, jobs });
        await makeRoom(jobs, { store, maxJobs, now });
        if (await store.add(job)) {
          onChange();
          return await viewOf((await store.get(job.id)) ?? job, warnings);
        }
        // oxlint-enable no-await-in-loop
      }
      throw nameTaken(request.name ?? "");
    },
    async edit(name, written, author) {
      const request = readRequest(written);
      return await change(name, (before, jobs) => draft(request, { author, jobs, before }));
    },
    async preview(written, author, name) {
      const request = readRequest(written);
      const jobs = await store.list();
      const before = name === undefined ? undefined : findJob(jobs, name);
      const { job, warnings } = await draft(request, { author, jobs, before });
      return await viewOf(job, warnings);
    },
    pause: async (name, reason) => await change(name, (before) => pausedJob(before, reason)),
    resume: async (name) => await change(name, (before) => resumedJob(before, now())),
    async run(name) {
      const jobs = await store.list();
      const job = findJob(jobs, name);
      if (job.state === "done") throw isDone(job);
      const slot = await slots.ask(job.id, now());
      if (slot === undefined) throw noJob(name, jobs);
      onChange();
      return { view: await viewOf(job), slot };
    },
    async remove(name) {
      const jobs = await store.list();
      const job = findJob(jobs, name);
      if (!(await store.remove(job.id, now()))) throw noJob(name, jobs);
      onChange();
      return await viewOf(job);
    },
  };
}

function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(6))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
