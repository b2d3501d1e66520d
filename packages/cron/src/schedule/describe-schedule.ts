import { describeCron } from "./describe-cron.ts";
import type { Schedule } from "./schedule.ts";
import { fromWallTime, offsetMs, wallTime } from "./zoned-time.ts";

/**
 * A schedule in words that `parseSchedule` reads alike, such as `every weekday at 09:00 (Europe/Berlin)`, `every 90 minutes` and
 * `once on Fri 27 Nov 2026 at 09:00 (Europe/Berlin)`.
 *
 * @param timeZone Of a single time; a calendar has its own.
 */
export function describeSchedule(schedule: Schedule, timeZone: string): string {
  switch (schedule.type) {
    case "once":
      return `once on ${describeInstant(schedule.at, timeZone)} (${timeZone})`;
    case "interval":
      return `every ${describeDuration(schedule.everyMs)}`;
    case "cron":
      return `${describeCron(schedule)} (${schedule.timeZone})`;
  }
}

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const;

function describeDuration(ms: number): string {
  // One day is said in hours: by the calendar it may have 23 or 25.
  const [name, unitMs] = units.find(
    ([unit, size]) => ms % size === 0 && !(unit === "day" && ms === size),
  ) ?? ["second", 1000];
  const count = ms / unitMs;
  return count === 1 ? name : `${count} ${name}s`;
}

function describeInstant(at: number, timeZone: string): string {
  const wall = new Date(wallTime(at, timeZone));
  const [weekday, day, month, year, time = ""] = wall.toUTCString().replace(",", "").split(" ");
  const clock = time.endsWith(":00") ? time.slice(0, 5) : time;
  // The second of two times that clocks show alike is told by its offset.
  const isSecond = fromWallTime(wall.getTime(), timeZone) < Math.floor(at / 1000) * 1000;
  return `${weekday} ${Number(day)} ${month} ${year} at ${clock}${isSecond ? ` ${formatOffset(offsetMs(at, timeZone))}` : ""}`;
}

function formatOffset(offset: number): string {
  const shown = new Date(Math.abs(offset)).toISOString().slice(11, 16);
  return `UTC${offset < 0 ? "-" : "+"}${shown}`;
}
