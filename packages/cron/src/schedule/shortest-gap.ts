import { compileCron } from "./cron-expression.ts";
import type { Schedule } from "./schedule.ts";

const timesLookedAt = 300;

/**
 * The shortest time between two runs in milliseconds, for a limit of how often a job may run: of a calendar, among its next 300 times.
 * `Infinity` where there is one run at most.
 *
 * @param from Milliseconds since 1970.
 */
export function shortestGapMs(schedule: Schedule, from: number): number {
  if (schedule.type === "once") return Number.POSITIVE_INFINITY;
  if (schedule.type === "interval") return schedule.everyMs;
  const times = compileCron(schedule).nextRuns(timesLookedAt, new Date(from));
  return times.reduce((shortest, time, index) => {
    const before = times[index - 1];
    return before === undefined ? shortest : Math.min(shortest, time.getTime() - before.getTime());
  }, Number.POSITIVE_INFINITY);
}
