import { compileCron } from "./cron-expression.ts";
import { describeSchedule } from "./describe-schedule.ts";
import { nextTime } from "./due-times.ts";
import { checkTimeZone, scheduleError } from "./schedule-error.ts";
import type { ReadSchedule, ReadScheduleOptions, Schedule } from "./schedule.ts";

/**
 * Reads a schedule as people write it, and nothing by guess.
 *
 * @throws {HermesError} `CRON_SCHEDULE` where it is not understood or names no time to come, `CRON_TIME_ZONE`.
 */
export function parseSchedule(text: string, options: ReadScheduleOptions): ReadSchedule {
  checkTimeZone(options.timeZone);
  const schedule = read(text.trim().replace(/\s+/gu, " "), options);
  if (nextTime(schedule, options.now) === undefined)
    throw scheduleError(text, "there is no such time to come");
  return { schedule, reading: describeSchedule(schedule, options.timeZone) };
}

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

function read(text: string, { timeZone, now }: ReadScheduleOptions): Schedule {
  const duration = /^(?<every>every |in )?(?<amount>\d+) ?(?<unit>[mhd])(?:in|inute|our|ay)?s?$/iu.exec(
    text,
  )?.groups;
  if (duration !== undefined) {
    const everyMs = Number(duration["amount"]) * (unitMs[(duration["unit"] ?? "").toLowerCase()] ?? 0);
    if (everyMs === 0) throw scheduleError(text, "it takes no time");
    return duration["every"]?.toLowerCase() === "every "
      ? { type: "interval", everyMs, anchor: now }
      : { type: "once", at: now + everyMs };
  }
  if (/^\d{4}-\d\d-\d\dT/u.test(text)) {
    const at = /[Z+-]\d*:?\d*$/u.test(text.slice(11)) ? Date.parse(text) : undefined;
    if (at !== undefined && !Number.isNaN(at)) return { type: "once", at };
  }
  const schedule = { type: "cron", expression: text, timeZone } as const;
  compileCron(schedule);
  return schedule;
}
