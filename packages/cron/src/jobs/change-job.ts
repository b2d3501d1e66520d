import { HermesError } from "@hermes/registry";
import type { JobStore } from "../store/cron-store.ts";
import type { PromptFinding } from "./cron-jobs.ts";
import type { JobDraft } from "./draft-job.ts";
import { findJob } from "./find-job.ts";
import type { Job } from "./job.ts";
import { nameTaken } from "./job-names.ts";

/** So often something is tried while others write, too. */
export const attempts = 5;

/** What becomes of a job as it is now. The very same one: nothing. */
export type MakeDraft = (before: Job, jobs: readonly Job[]) => Promise<JobDraft> | JobDraft;

export interface ChangedJob {
  readonly job: Job;
  readonly warnings: readonly PromptFinding[];
  readonly isChanged: boolean;
}

/**
 * Reads, changes and writes a job, and again where somebody was faster.
 *
 * @throws {HermesError} `CRON_CHANGED`, `CRON_NAME_TAKEN`, as `findJob` and as `make`.
 */
export async function changeJob(
  name: string,
  make: MakeDraft,
  { store, now }: { readonly store: JobStore; readonly now: () => number },
): Promise<ChangedJob> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    // oxlint-disable no-await-in-loop -- an attempt begins where the one before has failed
    const jobs = await store.list();
    const before = findJob(jobs, name);
    const { job, skipWaiting, warnings = [] } = await make(before, jobs);
    if (job === before) return { job, warnings, isChanged: false };
    const at = now();
    if (await store.replace({ ...job, changedAt: at }, { skipWaiting, now: at }))
      return { job: (await store.get(job.id)) ?? job, warnings, isChanged: true };
    if ((await store.list()).some((each) => each.name === job.name && each.id !== job.id))
      throw nameTaken(job.name);
    // oxlint-enable no-await-in-loop
  }
  throw new HermesError(`The job "${name}" is being changed by others all the time.`, {
    code: "CRON_CHANGED",
    hint: "Look at it, and change it again.",
  });
}
