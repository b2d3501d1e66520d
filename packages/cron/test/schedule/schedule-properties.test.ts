import { describeSchedule, dueTimes, nextRuns, nextTime, parseSchedule, shortestGapMs } from "@hermes/cron";
import type { ReadSchedule } from "@hermes/cron";
import { HermesError } from "@hermes/registry";
import fc from "fast-check";
import { expect, test } from "vitest";
import { propertyRuns } from "./property-runs.ts";
import { zones } from "./zones.ts";

const words = fc.constantFrom(
  ...[
    "every",
    "each",
    "in",
    "at",
    "on",
    "the",
    "of",
    "and",
    "until",
    "from",
    "day",
    "days",
    "weekday",
    "weekend",
  ],
  ...[
    "monday",
    "fri",
    "sundays",
    "hour",
    "hourly",
    "daily",
    "weekly",
    "monthly",
    "month",
    "minutes",
    "m",
    "h",
    "w",
  ],
  ...[
    "tomorrow",
    "next",
    "last",
    "noon",
    "midnight",
    "am",
    "pm",
    "9",
    "9:30",
    "17:00",
    "1st",
    "31st",
    "30",
    "0",
  ],
  ...[
    "*",
    "*/5",
    "0",
    "1-5",
    "L",
    "15W",
    "1#2",
    "@daily",
    "2027-03-28",
    "2027-03-28T02:30",
    "+02:00",
    "Z",
    ",",
    "(",
  ],
  ...[
    "march",
    "2027",
    "february",
    "(Europe/Berlin)",
    "(UTC)",
    "now",
    "ago",
    "59",
    "61",
    "mon-fri",
    "?",
    "+1",
  ],
);
const texts = fc.oneof(
  { weight: 4, arbitrary: fc.array(words, { maxLength: 7 }).map((parts) => parts.join(" ")) },
  fc.array(words, { maxLength: 5 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 60 }),
);
const places = fc.record({
  timeZone: fc.constantFrom(...zones),
  now: fc.integer({ min: Date.UTC(1995, 0), max: Date.UTC(2040, 0) }),
});

function read(
  text: string,
  place: { readonly timeZone: string; readonly now: number },
): ReadSchedule | undefined {
  try {
    return parseSchedule(text, place);
  } catch (error) {
    expect(error).toSatisfy(HermesError.is);
    return undefined;
  }
}

test(
  "any text is read or refused, and what is read comes after now, in order and without doubles",
  { timeout: 300_000 },
  () => {
    fc.assert(
      fc.property(texts, places, (text, place) => {
        const found = read(text, place);
        if (found === undefined) return;

        const runs = nextRuns(found.schedule, { from: place.now, count: 6 }).map((run) => run.getTime());

        expect(runs[0]).toBeGreaterThan(place.now);
        expect(runs).toEqual([...new Set(runs)].toSorted((a, b) => a - b));
        expect(runs.slice(0, 2)).toEqual(
          nextRuns(found.schedule, { from: place.now, count: 2 }).map((run) => run.getTime()),
        );
        expect(nextTime(found.schedule, place.now)).toBe(runs[0]);
        const until = runs.at(-1) ?? place.now;
        expect(dueTimes(found.schedule, { after: place.now, until, limit: 6 }).times).toEqual(runs);
      }),
      propertyRuns(600, 30_000),
    );
  },
);

test("a reading is read as the same schedule, and described alike", { timeout: 300_000 }, () => {
  fc.assert(
    fc.property(texts, places, (text, place) => {
      const found = read(text, place);
      if (found === undefined) return;

      const again = read(found.reading, place);

      expect(again?.reading).toBe(found.reading);
      expect(nextTime(again?.schedule ?? found.schedule, place.now)).toBe(
        found.schedule.type === "once"
          ? Math.floor(found.schedule.at / 1000) * 1000
          : nextTime(found.schedule, place.now),
      );
      expect(describeSchedule(found.schedule, "UTC").length).toBeGreaterThan(5);
    }),
    propertyRuns(400, 30_000),
  );
});

test("the shortest time between two runs is known", () => {
  const from = Date.parse("2026-11-24T12:00:00Z");
  const gap = (text: string) =>
    shortestGapMs(parseSchedule(text, { timeZone: "UTC", now: from }).schedule, from);

  expect(["every 90s", "0,59 9,10 * * *", "*/7 * * * *", "*/10 * * * * *", "@yearly", "2h"].map(gap)).toEqual(
    [90_000, 60_000, 240_000, 10_000, 365 * 86_400_000, Number.POSITIVE_INFINITY],
  );
});

test("times begin where a date without an offset says, by the clocks of the zone", () => {
  const runs = nextRuns("0 9 * * *", { timeZone: "Asia/Kolkata", from: "2026-11-24T09:00", count: 1 });

  expect(runs.map((run) => run.toISOString())).toEqual(["2026-11-25T03:30:00.000Z"]);
});

test("a zone that does not exist, and a beginning that is no time, are refused", () => {
  expect(() => nextRuns("@daily", { timeZone: "Europe/Atlantis" })).toThrow(
    'No time zone is named "Europe/Atlantis".',
  );
  expect(() => nextRuns("@daily", { from: "when it rains" })).toThrow(
    'Cannot read "when it rains" as the time',
  );
  expect(() => nextRuns("@daily", { count: 10_001 })).toThrow(RangeError);
});

test("a schedule that ends has fewer runs than were asked for", () => {
  expect(nextRuns("2h", { from: 0 })).toEqual([new Date(7_200_000)]);
});
