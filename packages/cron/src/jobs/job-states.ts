import { HermesError } from "@hermes/registry";
import { nextTime } from "../schedule/due-times.ts";
import type { JobDraft } from "./draft-job.ts";
import type { Job } from "./job.ts";

/** @throws {HermesError} `CRON_DONE` */
export function pausedJob(before: Job, reason: string | undefined): JobDraft {
  if (before.state === "done") throw isDone(before);
  if (before.state === "paused" && before.pausedBecause === reason) return { job: before };
  const job: Job = { ...before, state: "paused", pausedBecause: reason, nextAt: undefined };
  return { job, skipWaiting: "paused" };
}

/** @throws {HermesError} `CRON_DONE`, also where its one time passed meanwhile. */
export function resumedJob(before: Job, now: number): JobDraft {
  if (before.state === "done") throw isDone(before);
  if (before.state === "active") return { job: before };
  const nextAt = nextTime(before.schedule, now);
  if (nextAt === undefined) throw isDone(before);
  return { job: { ...before, state: "active", pausedBecause: undefined, nextAt } };
}

export function isDone({ name }: Job): HermesError {
  return new HermesError(`No time of the job "${name}" is left.`, {
    code: "CRON_DONE",
    hint: "Give it another schedule.",
    data: { name },
  });
}
