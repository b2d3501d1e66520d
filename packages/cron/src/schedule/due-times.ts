import { compileCron } from "./cron-expression.ts";
import type { CronSchedule, IntervalSchedule, Schedule } from "./schedule.ts";

export interface DueTimesOptions {
  /** Exclusive. Milliseconds since 1970, as all times here. */
  readonly after: number;
  /** Inclusive. */
  readonly until: number;
  /** The most times that are given one by one. */
  readonly limit: number;
}

export interface DueTimes {
  /** Oldest first. Where more than `limit` are due: the newest of them. */
  readonly times: readonly number[];
  /** The first time after `until`. Undefined: there is none. */
  readonly next: number | undefined;
  /** The older ones, where more than `limit` are due. */
  readonly left?: LeftOutTimes | undefined;
}

export interface LeftOutTimes {
  readonly first: number;
  readonly last: number;
  readonly count: number;
  /** False: there are more than `count`; a calendar is counted no further than 10,000 times. */
  readonly isExact: boolean;
}

const mostCounted = 10_000;

/** Every time in (`after`, `until`]. However long that is, at most `limit` and 10,000 further times are computed. */
export function dueTimes(schedule: Schedule, options: DueTimesOptions): DueTimes {
  switch (schedule.type) {
    case "once": {
      const isDue = schedule.at > options.after && schedule.at <= options.until;
      return { times: isDue ? [schedule.at] : [], next: nextTime(schedule, options.until) };
    }
    case "interval":
      return dueIntervals(schedule, options);
    case "cron":
      return dueByCalendar(schedule, options);
  }
}

/** The first time after `after`; undefined where there is none. */
export function nextTime(schedule: Schedule, after: number): number | undefined {
  switch (schedule.type) {
    case "once":
      return schedule.at > after ? schedule.at : undefined;
    case "interval":
      return schedule.anchor + schedule.everyMs * nextIndex(schedule, after);
    case "cron":
      return compileCron(schedule).nextRun(new Date(after))?.getTime();
  }
}

function nextIndex({ everyMs, anchor }: IntervalSchedule, after: number): number {
  return Math.max(1, Math.floor((after - anchor) / everyMs) + 1);
}

function dueIntervals(schedule: IntervalSchedule, { after, until, limit }: DueTimesOptions): DueTimes {
  const at = (index: number) => schedule.anchor + schedule.everyMs * index;
  const first = nextIndex(schedule, after);
  const end = nextIndex(schedule, until);
  const firstGiven = Math.max(first, end - limit);
  const times = Array.from({ length: Math.max(0, end - firstGiven) }, (_, offset) => at(firstGiven + offset));
  if (firstGiven === first) return { times, next: at(end) };
  const left = { first: at(first), last: at(firstGiven - 1), count: firstGiven - first, isExact: true };
  return { times, next: at(end), left };
}

function dueByCalendar(schedule: CronSchedule, { after, until, limit }: DueTimesOptions): DueTimes {
  const cron = compileCron(schedule);
  const following = (time: number) => cron.nextRun(new Date(time))?.getTime();
  const counted: number[] = [];
  let next = following(after);
  while (next !== undefined && next <= until && counted.length < limit + mostCounted) {
    counted.push(next);
    next = following(next);
  }
  const isExact = next === undefined || next > until;
  const times = isExact
    ? counted.slice(Math.max(0, counted.length - limit))
    : newestUntil(cron, until, limit);
  const count = counted.length - times.length;
  const [first] = counted;
  if (count === 0 || first === undefined) return { times, next };
  const [last = first] = newestUntil(cron, (times[0] ?? until + 1) - 1, 1);
  return { times, next: isExact ? next : following(until), left: { first, last, count, isExact } };
}

/** Oldest first. */
function newestUntil(cron: ReturnType<typeof compileCron>, until: number, limit: number): number[] {
  // Times are whole seconds, and croner gives those before its reference.
  const reference = new Date(Math.floor(until / 1000) * 1000 + 1000);
  return cron
    .previousRuns(limit, reference)
    .map((date) => date.getTime())
    .toReversed();
}
