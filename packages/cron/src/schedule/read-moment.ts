import { parse } from "chrono-node/en";
import type { ParsedResult } from "chrono-node/en";
import { scheduleError } from "./schedule-error.ts";
import type { ReadScheduleOptions } from "./schedule.ts";
import { fromWallTime, wallTime } from "./zoned-time.ts";
import type { WallTime } from "./zoned-time.ts";

/**
 * One moment in English, such as `tomorrow at 9am` or `next friday 14:00`, as the clocks of the zone show it.
 *
 * @throws {HermesError} `CRON_SCHEDULE` where any of the text is left over, or day or time would have to be guessed.
 */
export function readMoment(text: string, { timeZone, now }: ReadScheduleOptions): number {
  const refuse = (problem: string) => scheduleError(text, problem);
  if (/\d\/\d|\d\.\d+\./u.test(text))
    throw refuse("a date with only numbers may mean two days; write it as 2027-03-01");
  if (/\b(?:last|past|previous|ago|yesterday|(?<!from )now)\b/iu.test(text))
    throw refuse("it is not in the future");
  const [found, second] = parse(text, localDate(wallTime(now, timeZone)), { forwardDate: true });
  if (found === undefined) throw refuse("it is in none of the known forms");
  const rest = text
    .replace(found.text, " ")
    .replace(/^ *(?:on|at) +$/iu, "")
    .trim();
  if (rest !== "")
    throw refuse(second === undefined ? `"${rest}" is not understood` : "it names more than one time");
  if (found.end !== undefined && found.end !== null)
    throw refuse("it names a span of time, and not one moment");
  const { start } = found;
  if (!start.isCertain("hour")) throw refuse('it names no time of day; add one, such as "at 9:00"');
  if (!namesDay(start)) throw refuse("it names no day");
  if (found.tags().has("result/relativeDateAndTime"))
    throw refuse("a time from now is written as 90 minutes, or as 1 hour and 30 minutes");
  const wall = wallTimeOf(start);
  if (start.isCertain("weekday") && start.get("weekday") !== new Date(wall).getUTCDay())
    throw refuse("the date is not on that day of the week");
  const offset = start.isCertain("timezoneOffset") ? start.get("timezoneOffset") : null;
  if (offset === null) return fromWallTime(wall, timeZone);
  if (offset !== 0 && !/[+-]\d/u.test(found.text))
    throw refuse("short names of time zones may mean several; write the zone as Europe/Berlin");
  return wall - offset * 60_000;
}

/** As the library compares in the zone of this machine, it gets a date that shows there what the clocks of the other zone show. */
function localDate(wall: WallTime): Date {
  const shown = new Date(wall);
  return new Date(
    shown.getUTCFullYear(),
    shown.getUTCMonth(),
    shown.getUTCDate(),
    shown.getUTCHours(),
    shown.getUTCMinutes(),
    shown.getUTCSeconds(),
  );
}

type Components = ParsedResult["start"];

/** `at 9am` is the next one; `may 2027 at 9am` names no day, although the library takes the first. */
function namesDay(start: Components): boolean {
  return (
    start.isCertain("day") ||
    start.isCertain("weekday") ||
    !(start.isCertain("month") || start.isCertain("year"))
  );
}

function wallTimeOf(start: Components): WallTime {
  const field = (name: Parameters<Components["get"]>[0]) => start.get(name) ?? 0;
  return Date.UTC(
    field("year"),
    field("month") - 1,
    field("day"),
    field("hour"),
    field("minute"),
    field("second"),
  );
}
