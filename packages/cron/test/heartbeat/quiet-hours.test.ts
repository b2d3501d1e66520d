import { expect, test } from "vitest";
import { isQuietAt } from "../../src/index.ts";

const berlin = (time: string, span: string): boolean =>
  isQuietAt(span, { timeZone: "Europe/Berlin", now: Date.parse(time) });

test.each([
  // Over midnight.
  ["2027-01-05T20:59:59Z", "22:00-07:00", false],
  ["2027-01-05T21:00:00Z", "22:00-07:00", true],
  ["2027-01-06T00:00:00Z", "22:00-07:00", true],
  ["2027-01-06T05:59:59Z", "22:00-07:00", true],
  ["2027-01-06T06:00:00Z", "22:00-07:00", false],
  // Clocks go from 2:00 to 3:00: an hour less of quiet.
  ["2027-03-28T00:59:00Z", "22:00-02:30", true],
  ["2027-03-28T01:00:00Z", "22:00-02:30", false],
  ["2027-03-28T00:59:00Z", "02:00-03:00", false],
  ["2027-03-28T01:00:00Z", "02:00-03:00", false],
  ["2027-03-28T01:00:00Z", "02:15-03:15", true],
  // Clocks go from 3:00 to 2:00: what they show twice is quiet twice.
  ["2027-10-31T00:15:00Z", "02:00-02:30", true],
  ["2027-10-31T00:45:00Z", "02:00-02:30", false],
  ["2027-10-31T01:15:00Z", "02:00-02:30", true],
  ["2027-10-31T01:45:00Z", "02:00-02:30", false],
  ["2027-01-05T12:00:00Z", "13:00-13:00", false],
])("at %s it is quiet within %s as the clocks of the zone show it", (time, span, isQuiet) => {
  expect(berlin(time, span)).toBe(isQuiet);
});
