import { parseSchedule } from "./parse-schedule.ts";
import { noTime, parseTime } from "./parse-time.ts";
import { checkTimeZone } from "./schedule-error.ts";
import type { Schedule } from "./schedule.ts";
import { timesAfter } from "./times-after.ts";

export interface NextRunsOptions {
  /** Of clock times that name none. @default that of this machine */
  readonly timeZone?: string | undefined;
  /** Milliseconds since 1970, a date, or ISO 8601: without an offset, as the clocks of the zone show it. @default now */
  readonly from?: Date | string | number | undefined;
  /** At most 10,000. @default 5 */
  readonly count?: number | undefined;
}

const mostRuns = 10_000;

/**
 * The next times of a schedule, strictly after `from` and in order; fewer than `count` where it ends.
 *
 * @param schedule As `parseSchedule` gives it; a text is read by it, as if written at `from`.
 * @throws {HermesError} `CRON_SCHEDULE`, also where `from` is no time; `CRON_TIME_ZONE`.
 * @throws {RangeError} where `count` is not a whole number up to 10,000.
 */
export function nextRuns(schedule: string | Schedule, options: NextRunsOptions = {}): Date[] {
  const {
    count = 5,
    from: begin = Date.now(),
    timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
  } = options;
  if (!Number.isInteger(count) || count < 0 || count > mostRuns)
    throw new RangeError(`The count of runs must be a whole number up to ${mostRuns}, and not ${count}.`);
  checkTimeZone(timeZone);
  const from = typeof begin === "string" ? parseTime(begin, timeZone) : new Date(begin).getTime();
  if (Number.isNaN(from)) throw noTime(String(begin));
  const read =
    typeof schedule === "string" ? parseSchedule(schedule, { timeZone, now: from }).schedule : schedule;
  const runs: Date[] = [];
  if (count === 0) return runs;
  for (const time of timesAfter(read, from)) if (runs.push(new Date(time)) === count) break;
  return runs;
}
