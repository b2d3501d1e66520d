import type { Schedule } from "./schedule.ts";
import { timesAfter } from "./times-after.ts";

const timesLookedAt = 300;

/**
 * The shortest time between two runs in milliseconds, for a limit of how often a job may run: of a calendar, among its next 300 times.
 * `Infinity` where there is one run at most.
 *
 * @param from Milliseconds since 1970.
 */
export function shortestGapMs(schedule: Schedule, from: number): number {
  if (schedule.type === "interval") return schedule.everyMs;
  let shortest = Number.POSITIVE_INFINITY;
  let before = Number.NEGATIVE_INFINITY;
  let left = timesLookedAt;
  for (const time of timesAfter(schedule, from)) {
    shortest = Math.min(shortest, time - before);
    before = time;
    if (--left === 0) break;
  }
  return shortest;
}
