import { fromWallTime } from "./zoned-time.ts";

const pattern =
  /^(?<date>\d{4}-\d\d-\d\d)(?:[T ](?<time>\d\d:\d\d)(?<second>:\d\d)?(?<fraction>[.,]\d{1,3})?\d*(?<offset> ?Z|[+-]\d\d(?::?\d\d)?)?)?$/iu;

/**
 * ISO 8601 as an instant: a date, or date and time, with an offset or else as the clocks of a zone show it. Undefined where a text is
 * not of this form; `NaN` where there is no such day or time.
 */
export function readIsoTime(text: string, timeZone: string): number | undefined {
  const groups = pattern.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { date, time = "00:00", second = ":00", fraction = ".0", offset } = groups;
  const written = `${date}T${time}${second}${fraction.replace(",", ".")}`;
  const wall = Date.parse(`${written}Z`);
  // Dates that do not exist are read as the day after the month by some engines.
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(`${date}T${time}`)) return Number.NaN;
  if (offset === undefined) return fromWallTime(wall, timeZone);
  const [, hours = "Z", minutes = "00"] = /^([+-]\d\d):?(\d\d)?$/u.exec(offset) ?? [];
  return Date.parse(`${written}${hours === "Z" ? "Z" : `${hours}:${minutes}`}`);
}
