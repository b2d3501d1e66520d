import type { ZoneClock } from "./zone-clock.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** A cron expression of five fields, matched by hand: numbers, ranges, lists and steps; `L`, `15W`, `1#2` and `5L` of days. */
interface Matcher {
  readonly isFixed: boolean;
  matches(wall: number): boolean;
}

/**
 * Every time of an expression in (`after`, `until`], minute by minute. Fixed times run once: at the first of two, or at the first
 * moment after the gap on the same day. All others run whenever the clocks show them.
 */
export function walkCalendar(expression: string, clock: ZoneClock, after: number, until: number): number[] {
  const { isFixed, matches } = readExpression(expression);
  const times: number[] = [];
  const seen = new Set<number>();
  // Two days before, to know what the clocks have shown already.
  const start = Math.floor(after / minuteMs) * minuteMs - 2 * dayMs;
  let last = clock.wall(start);
  for (let instant = start + minuteMs; instant <= until; instant += minuteMs) {
    const wall = clock.wall(instant);
    const isDue = isFixed
      ? (matches(wall) && !seen.has(wall)) || skipped(last, wall).some((time) => matches(time))
      : matches(wall);
    seen.add(wall);
    last = wall;
    if (isDue && instant > after) times.push(instant);
  }
  return times;
}

/** The minutes that no clock showed, of the day that goes on after them. */
function skipped(last: number, wall: number): number[] {
  if (wall - last <= minuteMs) return [];
  const dayStart = Math.floor(wall / dayMs) * dayMs;
  const first = Math.max(last + minuteMs, dayStart);
  return Array.from({ length: (wall - first) / minuteMs }, (_, index) => first + index * minuteMs);
}

function readExpression(expression: string): Matcher {
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = expression.split(" ");
  const minutes = Array.from({ length: 60 }, (_, value) => isIn(minute, value, 0, 59));
  const hours = Array.from({ length: 24 }, (_, value) => isIn(hour, value, 0, 23));
  const onDate = new Map<number, boolean>();
  function isDate(start: number): boolean {
    const date = new Date(start);
    const known =
      onDate.get(start) ?? (isIn(month, date.getUTCMonth() + 1, 1, 12) && isDay(day, weekday, date));
    onDate.set(start, known);
    return known;
  }
  return {
    isFixed: !/[*/]/u.test(minute + hour),
    matches(wall) {
      const start = Math.floor(wall / dayMs) * dayMs;
      const ofDay = (wall - start) / minuteMs;
      return minutes[ofDay % 60] === true && hours[Math.floor(ofDay / 60)] === true && isDate(start);
    },
  };
}

function isDay(day: string, weekday: string, date: Date): boolean {
  const byDay = day.split(",").some((part) => isDayOfMonth(part, date));
  const byWeekday = weekday.split(",").some((part) => isWeekday(part, date));
  return day !== "*" && weekday !== "*" ? byDay || byWeekday : byDay && byWeekday;
}

function isDayOfMonth(part: string, date: Date): boolean {
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  if (part === "L") return date.getUTCDate() === lastDay;
  if (!part.endsWith("W")) return isIn(part, date.getUTCDate(), 1, 31);
  const wanted = Number(part.slice(0, -1));
  if (wanted > lastDay) return false;
  const onWeekday = [0, -1, 1, -2, 2]
    .map((shift) => wanted + shift)
    .filter((candidate) => candidate >= 1 && candidate <= lastDay)
    .find((candidate) => {
      const at = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), candidate)).getUTCDay();
      return at !== 0 && at !== 6;
    });
  return onWeekday === date.getUTCDate();
}

function isWeekday(part: string, date: Date): boolean {
  const [, name, rule] = /^(\d)(?:#(\d)|L)$/u.exec(part) ?? [];
  if (name === undefined)
    return (
      isIn(part, date.getUTCDay(), 0, 6) || (!part.startsWith("*") && isIn(part, date.getUTCDay() || 7, 1, 7))
    );
  if (Number(name) % 7 !== date.getUTCDay()) return false;
  if (rule !== undefined) return Math.ceil(date.getUTCDate() / 7) === Number(rule);
  return new Date(date.getTime() + 7 * dayMs).getUTCMonth() !== date.getUTCMonth();
}

function isIn(field: string, value: number, lowest: number, highest: number): boolean {
  return field.split(",").some((part) => {
    const [range = "", step = "1"] = part.split("/");
    const [first = lowest, last = range === "*" ? highest : first] =
      range === "*" ? [] : range.split("-").map(Number);
    return value >= first && value <= last && (value - first) % Number(step) === 0;
  });
}
