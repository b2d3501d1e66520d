import { dueTimes, nextRuns } from "@hermes/cron";
import fc from "fast-check";
import { expect, test } from "vitest";
import { walkCalendar } from "./calendar-oracle.ts";
import { propertyRuns } from "./property-runs.ts";
import { zoneClock } from "./zone-clock.ts";
import type { ZoneClock } from "./zone-clock.ts";
import { zones } from "./zones.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;

const clocks = new Map<string, ZoneClock>(zones.map((zone) => [zone, zoneClock(zone)]));

/** A field of a cron expression over a range. */
function field(lowest: number, highest: number): fc.Arbitrary<string> {
  const value = fc.integer({ min: lowest, max: highest });
  const range = fc.tuple(value, value).map((ends) => ends.toSorted((a, b) => a - b).join("-"));
  return fc.oneof(
    { weight: 3, arbitrary: value.map(String) },
    fc.tuple(value, value).map((values) => values.join(",")),
    range,
    fc.tuple(range, fc.integer({ min: 1, max: 4 })).map(([ends, step]) => `${ends}/${step}`),
    fc.integer({ min: 2, max: highest - lowest }).map((step) => `*/${step}`),
    fc.constant("*"),
  );
}

/** Mostly in the hours in which clocks change. */
const hours = fc.oneof(fc.constantFrom("0", "1", "2", "3", "23", "0,1", "1-3", "2,14"), field(0, 23));
const days = fc.oneof(
  { weight: 3, arbitrary: fc.constant("*") },
  fc.constantFrom("L", "15W", "1W", "31W"),
  field(1, 31),
);
const weekdays = fc.oneof(
  { weight: 3, arbitrary: fc.constant("*") },
  fc.constantFrom("1-5", "0,6", "7", "5-7", "0L", "5#2", "0#4", "1#1"),
);
const expressions = fc
  .tuple(field(0, 59), hours, days, fc.oneof(fc.constant("*"), field(1, 12)), weekdays)
  .map((fields) => fields.join(" "));

/** A zone and an instant within a day and a half before a change of its clocks, if there is one in that year. */
const moments = fc
  .tuple(
    fc.constantFrom(...zones),
    fc.integer({ min: 1990, max: 2036 }),
    fc.nat(),
    fc.integer({ min: 0, max: 1.5 * dayMs }),
  )
  .map(([zone, year, which, before]) => {
    const changes = clocks.get(zone)?.changes(Date.UTC(year, 0), Date.UTC(year + 1, 0)) ?? [];
    const change =
      changes[which % Math.max(1, changes.length)] ?? Date.UTC(year, which % 12, (which % 28) + 1);
    return { zone, from: change - before };
  });

function walk(expression: string, zone: string, from: number): readonly number[] {
  const clock = clocks.get(zone);
  return clock === undefined ? [] : walkCalendar(expression, clock, from, from + 2 * dayMs);
}

test(
  "an expression has the times that a walk over every minute of its zone finds",
  { timeout: 900_000 },
  () => {
    fc.assert(
      fc.property(
        expressions,
        moments,
        fc.integer({ min: 0, max: 9 }),
        (expression, { zone, from }, limit) => {
          const schedule = { type: "cron", expression, timeZone: zone } as const;
          const until = from + 2 * dayMs;
          const walked = walk(expression, zone, from);
          const kept = walked.slice(Math.max(0, walked.length - limit));
          const left = walked.slice(0, walked.length - kept.length);

          const runs = nextRuns(schedule, { from, count: walked.length });
          const due = dueTimes(schedule, { after: from, until, limit });

          expect(runs.map((run) => run.getTime())).toEqual(walked);
          expect(due.times).toEqual(kept);
          expect(due.left?.count ?? 0).toBe(left.length);
          expect([due.left?.first, due.left?.last]).toEqual([left[0], left.at(-1)]);
          expect(due.next ?? Number.POSITIVE_INFINITY).toBeGreaterThan(until);
        },
      ),
      propertyRuns(80, 8000),
    );
  },
);

/** The times of one day, by the clocks of its zone and with their offsets. */
function timesOn(date: string, expression: string, timeZone: string): string {
  const clock = zoneClock(timeZone);
  return nextRuns({ type: "cron", expression, timeZone }, { from: Date.parse(date) - dayMs, count: 20 })
    .map(
      (run) =>
        [
          new Date(clock.wall(run.getTime())).toISOString(),
          clock.wall(run.getTime()) - run.getTime(),
        ] as const,
    )
    .filter(([wall]) => wall.startsWith(date))
    .map(([wall, offset]) => `${wall.slice(11, 16)}${offset < 0 ? "-" : "+"}${Math.abs(offset) / 3_600_000}`)
    .join(" ");
}

test("a fixed time in a gap runs when the gap ends, and two of them once", () => {
  expect(timesOn("2027-03-28", "30 2 * * *", "Europe/Berlin")).toBe("03:00+2");
  expect(timesOn("2027-03-28", "30 2,14 * * *", "Europe/Berlin")).toBe("03:00+2 14:30+2");
  expect(timesOn("2027-03-28", "10,40 2 * * *", "Europe/Berlin")).toBe("03:00+2");
  expect(timesOn("2027-09-05", "0 0 * * *", "America/Santiago")).toBe("01:00-3");
  expect(timesOn("2027-10-03", "15 2 * * *", "Australia/Lord_Howe")).toBe("02:30+11");
});

test("a fixed time that clocks show twice runs at the first", () => {
  expect(timesOn("2027-10-31", "30 2 * * *", "Europe/Berlin")).toBe("02:30+2");
  expect(timesOn("2027-10-31", "0,30 1-3 * * *", "Europe/Berlin")).toBe(
    "01:00+2 01:30+2 02:00+2 02:30+2 03:00+1 03:30+1",
  );
});

test("what runs by steps is skipped in a gap and runs in both of two hours alike", () => {
  expect(timesOn("2027-03-28", "*/30 1-3 * * *", "Europe/Berlin")).toBe("01:00+1 01:30+1 03:00+2 03:30+2");
  expect(timesOn("2027-10-31", "*/30 2 * * *", "Europe/Berlin")).toBe("02:00+2 02:30+2 02:00+1 02:30+1");
});

test("a day that did not exist has no time", () => {
  expect(timesOn("2011-12-30", "0 9 * * *", "Pacific/Apia")).toBe("");
  expect(timesOn("2011-12-31", "0 9 * * *", "Pacific/Apia")).toBe("09:00+14");
});

test("seconds have a sixth field in front", () => {
  const runs = nextRuns("*/20 59 23 31 12 *", { timeZone: "UTC", from: "2026-12-31T23:59:10", count: 3 });

  expect(runs.map((run) => run.toISOString())).toEqual([
    "2026-12-31T23:59:20.000Z",
    "2026-12-31T23:59:40.000Z",
    "2027-12-31T23:59:00.000Z",
  ]);
});

test("an interval goes on by elapsed time when clocks change", () => {
  const runs = nextRuns("every 1d", { timeZone: "Europe/Berlin", from: "2027-03-27T09:00", count: 2 });

  expect(runs.map((run) => run.getTime() - Date.parse("2027-03-27T09:00+01:00"))).toEqual([dayMs, 2 * dayMs]);
});

test("a long gap of an interval is counted without going through it", () => {
  const year = 365 * dayMs;
  const schedule = { type: "interval", everyMs: minuteMs, anchor: 0 } as const;

  const due = dueTimes(schedule, { after: 10 * year, until: 30 * year, limit: 2 });

  expect(due).toEqual({
    times: [30 * year - minuteMs, 30 * year],
    next: 30 * year + minuteMs,
    left: {
      first: 10 * year + minuteMs,
      last: 30 * year - 2 * minuteMs,
      count: (20 * year) / minuteMs - 2,
      isExact: true,
    },
  });
});

test("a long gap of a calendar is counted up to a bound, and its newest times are known", () => {
  const after = Date.parse("2020-01-01T00:00:00Z");
  const until = Date.parse("2026-01-01T00:00:00Z");

  const due = dueTimes(
    { type: "cron", expression: "* * * * *", timeZone: "UTC" },
    { after, until, limit: 2 },
  );

  expect(due).toEqual({
    times: [until - minuteMs, until],
    next: until + minuteMs,
    left: { first: after + minuteMs, last: until - 2 * minuteMs, count: 10_000, isExact: false },
  });
});

test("one time is due once", () => {
  const schedule = { type: "once", at: 5000 } as const;

  expect(dueTimes(schedule, { after: 4999, until: 5000, limit: 9 })).toEqual({
    times: [5000],
    next: undefined,
  });
  expect(dueTimes(schedule, { after: 5000, until: 9000, limit: 9 })).toEqual({ times: [], next: undefined });
  expect(dueTimes(schedule, { after: 0, until: 4999, limit: 9 })).toEqual({ times: [], next: 5000 });
});
