import { clockTimePattern, readClockTime } from "./read-clock-time.ts";
import { scheduleError } from "./schedule-error.ts";

/** The fields of a cron expression that say on which days. */
interface Days {
  readonly dayOfMonth: string;
  readonly dayOfWeek: string;
}

const repeats =
  /\b(?:every|each|hourly|daily|nightly|weekly|monthly|quarterly|yearly|annually|weekdays|weekends|(?:sun|mon|tues|wednes|thurs|fri|satur)days)\b/u;
const timeLast = new RegExp(`^(?<days>.+?),? (?:at )?(?<time>${clockTimePattern})$`, "u");
const timeFirst = new RegExp(`^(?:at )?(?<time>${clockTimePattern}),? (?<days>.+)$`, "u");

/**
 * `every weekday at 9:00`, `monthly on the 1st at 9`, `hourly` and the like as a cron expression; undefined where a text does not
 * repeat.
 *
 * @param text In lower case, with single spaces.
 * @throws {HermesError} `CRON_SCHEDULE` where it repeats in a way that is not known, or at no time of day.
 */
export function readRecurrence(text: string): string | undefined {
  if (!repeats.test(text)) return undefined;
  const withinHours = readWithinHours(text);
  if (withinHours !== undefined) return withinHours;
  if (readDays(text) !== undefined)
    throw scheduleError(text, 'it names no time of day; add one, such as "at 9:00"');
  const { days = "", time = "" } = timeLast.exec(text)?.groups ?? timeFirst.exec(text)?.groups ?? {};
  const on = readDays(days);
  if (on === undefined)
    throw scheduleError(text, "it repeats in a way that is not known here; a cron expression may say it");
  const at = readClockTime(time);
  if (at === undefined) throw scheduleError(text, `no clock shows "${time}"`);
  return `${at.minute} ${at.hour} ${on.dayOfMonth} * ${on.dayOfWeek}`;
}

/** What follows the minutes of each hour. */
function readWithinHours(text: string): string | undefined {
  const minute = /^(?:hourly|every hour)(?: at :(?<minute>[0-5]\d))?$/u.exec(text)?.groups;
  if (minute !== undefined && text !== "every hour") return `${Number(minute["minute"] ?? 0)} * * * *`;
  const step = Number(/^every (\d{1,2}) minutes by the clock$/u.exec(text)?.[1]);
  return step > 1 && 60 % step === 0 ? `*/${step} * * * *` : undefined;
}

function readDays(text: string): Days | undefined {
  if (text === "every day" || text === "daily") return { dayOfMonth: "*", dayOfWeek: "*" };
  if (/^(?:on )?(?:every weekday|weekdays)$/u.test(text)) return { dayOfMonth: "*", dayOfWeek: "1-5" };
  if (/^(?:on )?(?:every weekend|weekends)$/u.test(text)) return { dayOfMonth: "*", dayOfWeek: "0,6" };
  const ofWeek = /^(?:(?:on )?every|every week on|weekly on) (.+)$/u.exec(text)?.[1];
  const dayOfWeek = readList(ofWeek ?? text.replace(/^on /u, ""), (name) =>
    readWeekday(name, ofWeek === undefined),
  );
  if (dayOfWeek !== undefined) return { dayOfMonth: "*", dayOfWeek };
  const [, ofMonth, after] =
    /^(?:every month|monthly) on (?:the )?(.+)$|^(?:on )?the (.+) of every month$/u.exec(text) ?? [];
  const dayOfMonth = readList(ofMonth ?? after ?? "", readDayOfMonth);
  return dayOfMonth === undefined ? undefined : { dayOfMonth, dayOfWeek: "*" };
}

/** One or more, with commas and `and`: as a field of a cron expression. */
function readList(text: string, read: (item: string) => string | undefined): string | undefined {
  const fields = text.split(/, and |, ?| and /u).map(read);
  return fields.includes(undefined) ? undefined : fields.join(",");
}

/** @param isPlural Whether `monday` alone is one day, as opposed to `mondays`. */
function readWeekday(name: string, isPlural: boolean): string | undefined {
  const names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
  const index = names.findIndex((day) =>
    isPlural ? name === `${day}s` : name === day || name === day.slice(0, 3),
  );
  return index === -1 ? undefined : String(index);
}

function readDayOfMonth(item: string): string | undefined {
  if (/^(?:the )?last day$/u.test(item)) return "L";
  const day = Number(/^(?:the )?(\d{1,2})(?:st|nd|rd|th)?$/u.exec(item)?.[1]);
  return day >= 1 && day <= 31 ? String(day) : undefined;
}
