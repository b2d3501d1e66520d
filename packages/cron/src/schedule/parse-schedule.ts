import { compileCron, isCronExpression } from "./cron-expression.ts";
import { describeSchedule } from "./describe-schedule.ts";
import { nextTime } from "./due-times.ts";
import { readDuration } from "./read-duration.ts";
import { readIsoTime } from "./read-iso-time.ts";
import { readMoment } from "./read-moment.ts";
import { readRecurrence } from "./read-recurrence.ts";
import { checkTimeZone, scheduleError } from "./schedule-error.ts";
import type { ReadSchedule, ReadScheduleOptions, Schedule } from "./schedule.ts";

const maxLength = 200;
const maxDurationMs = 100 * 366 * 86_400_000;

/**
 * Reads a schedule as people write it; what would have to be guessed is refused. In this order it is
 * - a cron expression of five or six fields, or `@daily`;
 * - `30m` or `in 2 hours`: once after that time;
 * - `every 90 minutes`: by elapsed time, from now on;
 * - `every weekday at 9:00`, `weekly on friday at 17:00`, `monthly on the last day at 18:00`, `hourly`: by the calendar of the zone;
 * - a date, or date and time, as ISO 8601 writes them: with an offset, or as the clocks of the zone show it;
 * - any other English for one moment, such as `tomorrow at 9am`.
 * A zone in brackets at the end, as readings have it, goes before `timeZone`.
 *
 * @throws {HermesError} `CRON_SCHEDULE` where it is not understood or names no time to come, `CRON_TIME_ZONE`.
 */
export function parseSchedule(written: string, options: ReadScheduleOptions): ReadSchedule {
  const line = written.trim().replace(/\s+/gu, " ");
  if (line === "") throw scheduleError(written, "it is empty");
  if (line.length > maxLength) throw scheduleError(written, `it is longer than ${maxLength} characters`);
  const [, text = line, timeZone = options.timeZone] = /^(.+) \(([\w+\-/]+)\)$/u.exec(line) ?? [];
  checkTimeZone(timeZone);
  const schedule = read(text, { ...options, timeZone });
  if (nextTime(schedule, options.now) === undefined)
    throw scheduleError(
      written,
      schedule.type === "once"
        ? `it is in the past (${describeSchedule(schedule, timeZone)})`
        : "there is no such day in any year",
    );
  return { schedule, reading: describeSchedule(schedule, timeZone) };
}

function read(written: string, options: ReadScheduleOptions): Schedule {
  const { timeZone, now } = options;
  if (isCronExpression(written)) return cronSchedule(written, timeZone);
  const text = written.toLowerCase();
  if (/^[\d.,]+$/u.test(text)) throw scheduleError(written, "a number needs a unit");
  const [, prefix, length = ""] = /^(every |in )?(.+?)(?: from now)?$/u.exec(text) ?? [];
  const isOne = prefix === "every " && /^(?:second|minute|hour)$/u.test(length);
  const durationMs = readDuration(isOne ? `1 ${length}` : length);
  if (durationMs !== undefined) {
    checkDuration(written, durationMs);
    return prefix === "every "
      ? { type: "interval", everyMs: durationMs, anchor: now }
      : { type: "once", at: now + durationMs };
  }
  const expression = readRecurrence(text);
  if (expression !== undefined) return cronSchedule(expression, timeZone);
  const at = readIsoTime(written, timeZone) ?? readMoment(written.replace(/^once (?:on )?/iu, ""), options);
  if (Number.isNaN(at)) throw scheduleError(written, "there is no such day or time");
  return { type: "once", at };
}

function cronSchedule(expression: string, timeZone: string): Schedule {
  const schedule = { type: "cron", expression, timeZone } as const;
  compileCron(schedule);
  return schedule;
}

function checkDuration(written: string, durationMs: number): void {
  if (durationMs === 0) throw scheduleError(written, "it takes no time");
  if (durationMs > maxDurationMs) throw scheduleError(written, "it is longer than 100 years");
}
