import { HermesError } from "@hermes/registry";
import type { JobStore } from "../store/cron-store.ts";
import type { Job } from "./job.ts";

export interface RoomOptions {
  readonly store: Pick<JobStore, "remove">;
  readonly maxJobs: number;
  readonly now: () => number;
}

/**
 * Looks whether one more job can be kept. Those that are done take no place; of these as many are kept, the newest.
 *
 * @throws {HermesError} `CRON_TOO_MANY`
 */
export async function makeRoom(jobs: readonly Job[], { store, maxJobs, now }: RoomOptions): Promise<void> {
  const done = jobs.filter(({ state }) => state === "done");
  if (jobs.length - done.length >= maxJobs)
    throw new HermesError(`There are ${maxJobs} jobs, and that is as many as there can be.`, {
      code: "CRON_TOO_MANY",
      hint: "Remove one that is not needed.",
      data: { maxJobs },
    });
  const oldest = done.toSorted((left, right) => left.changedAt - right.changedAt);
  for (const { id } of oldest.slice(0, Math.max(0, done.length - maxJobs)))
    // oxlint-disable-next-line no-await-in-loop -- seldom more than one
    await store.remove(id, now());
}
