import { nextTime } from "./due-times.ts";
import { parseSchedule } from "./parse-schedule.ts";
import { checkTimeZone } from "./schedule-error.ts";
import type { Schedule } from "./schedule.ts";

export interface NextRunsOptions {
  /** Of clock times that name none. @default that of this machine */
  readonly timeZone?: string | undefined;
  /** Milliseconds since 1970, a date, or ISO 8601. @default now */
  readonly from?: Date | string | number | undefined;
  /** At most 10,000. @default 5 */
  readonly count?: number | undefined;
}

const mostRuns = 10_000;

/**
 * The next times of a schedule, strictly after `from` and in order; fewer than `count` where it ends.
 *
 * @param schedule As `parseSchedule` gives it; a text is read by it, as if written at `from`.
 * @throws {HermesError} `CRON_SCHEDULE`, `CRON_TIME_ZONE`.
 * @throws {RangeError} where `from` or `count` is none.
 */
export function nextRuns(schedule: string | Schedule, options: NextRunsOptions = {}): Date[] {
  const from = new Date(options.from ?? Date.now()).getTime();
  if (Number.isNaN(from)) throw new RangeError(`"${String(options.from)}" is no date.`);
  const { count = 5, timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone } = options;
  if (!Number.isInteger(count) || count < 0 || count > mostRuns)
    throw new RangeError(`The count of runs must be a whole number up to ${mostRuns}, and not ${count}.`);
  checkTimeZone(timeZone);
  const read =
    typeof schedule === "string" ? parseSchedule(schedule, { timeZone, now: from }).schedule : schedule;
  const runs: Date[] = [];
  let at = nextTime(read, from);
  while (at !== undefined && runs.length < count) {
    runs.push(new Date(at));
    at = nextTime(read, at);
  }
  return runs;
}
