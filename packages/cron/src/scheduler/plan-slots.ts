import { createHash } from "node:crypto";
import type { Job } from "../jobs/job.ts";
import { dueTimes } from "../schedule/due-times.ts";
import type { JobPlan, NewSlot } from "../store/cron-store.ts";
import { slotKey } from "./slot.ts";

/** A slot that is later than this was missed, as all are but the newest. */
const lateMs = 2 * 60_000;
/** The most receipts that are written at once. */
const mostSlots = 10_000;
/** The most slots of one gap that are made up for. */
const mostMadeUp = 100;

/**
 * What becomes of the times of a job up to `now`, by its `catchUp`.
 *
 * @throws where its schedule is wrong.
 */
export function planSlots(job: Job, now: number): Pick<JobPlan, "slots" | "nextAt"> {
  const { nextAt: first } = job;
  if (first === undefined || first > now) return { slots: [], nextAt: first };
  const { times: later, next, left } = dueTimes(job.schedule, { after: first, until: now, limit: mostSlots });
  const newest = later.at(-1) ?? first;
  const times = left === undefined ? [first, ...later] : later;
  const isLate = (at: number): boolean => at < newest || now - at > lateMs;

  const settled = (at: number, fromEnd: number): NewSlot["settled"] => {
    if (job.catchUp === "none") return isLate(at) ? { state: "skipped", reason: "missed" } : undefined;
    if (job.catchUp === "all")
      return fromEnd > mostMadeUp ? { state: "skipped", reason: "limit" } : undefined;
    return at < newest ? { state: "merged", mergedInto: newest } : undefined;
  };
  const slotOf = (at: number, fromEnd: number): NewSlot => ({
    ...{ job: job.id, at, cause: "schedule", settled: settled(at, fromEnd) },
    // Those that are made up for come up together, so that none of them overlaps another.
    startAfter: isLate(at) ? now : at + jitterMs(job, at),
  });
  const older = left && {
    ...slotOf(first, Number.POSITIVE_INFINITY),
    ...{ until: left.last, count: left.count + 1 },
  };
  const each = times.map((at, index) => slotOf(at, times.length - index));
  return { slots: older === undefined ? each : [older, ...each], nextAt: next };
}

/** By a hash, so that it is the same after a restart. */
function jitterMs({ id, jitterSeconds }: Job, at: number): number {
  if (jitterSeconds === 0) return 0;
  const digest = createHash("sha256")
    .update(slotKey({ job: id, at }))
    .digest();
  return Math.floor((digest.readUInt32BE(0) / 2 ** 32) * jitterSeconds * 1000);
}
