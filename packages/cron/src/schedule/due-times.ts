import { compileCron } from "./cron-expression.ts";
import type { CronSchedule, IntervalSchedule, Schedule } from "./schedule.ts";
import { nextIndex, timeAt, timesAfter } from "./times-after.ts";

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
  return timesAfter(schedule, after).next().value;
}

function dueIntervals(schedule: IntervalSchedule, { after, until, limit }: DueTimesOptions): DueTimes {
  const first = nextIndex(schedule, after);
  const end = nextIndex(schedule, until);
  const firstGiven = Math.max(first, end - limit);
  const next = timeAt(schedule, end);
  const count = firstGiven - first;
  const times = Array.from({ length: Math.max(0, end - firstGiven) }, (_, offset) =>
    timeAt(schedule, firstGiven + offset),
  );
  if (count === 0) return { times, next };
  const left = {
    first: timeAt(schedule, first),
    last: timeAt(schedule, firstGiven - 1),
    count,
    isExact: true,
  };
  return { times, next, left };
}

function dueByCalendar(schedule: CronSchedule, { after, until, limit }: DueTimesOptions): DueTimes {
  const following = timesAfter(schedule, after);
  const counted: number[] = [];
  let next = following.next().value;
  for (
    ;
    next !== undefined && next <= until && counted.length < limit + mostCounted;
    next = following.next().value
  )
    counted.push(next);
  const isExact = next === undefined || next > until;
  const times = isExact
    ? counted.slice(Math.max(0, counted.length - limit))
    : newestUntil(schedule, until, limit);
  if (!isExact) next = nextTime(schedule, until);
  const count = counted.length - times.length;
  const [first] = counted;
  if (count === 0 || first === undefined) return { times, next };
  const [last = first] = newestUntil(schedule, (times[0] ?? until + 1) - 1, 1);
  return { times, next, left: { first, last, count, isExact } };
}

/** Oldest first. */
function newestUntil(schedule: CronSchedule, until: number, limit: number): number[] {
  // Times are whole seconds, and croner gives those before its reference.
  const reference = new Date(Math.floor(until / 1000) * 1000 + 1000);
  return compileCron(schedule)
    .previousRuns(limit, reference)
    .map((time) => time.getTime())
    .toReversed();
}
