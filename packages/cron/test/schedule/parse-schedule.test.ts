import { parseSchedule } from "@hermes/cron";
import { HermesError } from "@hermes/registry";
import { expect, test } from "vitest";

/** A Tuesday, 13:00 in Berlin. */
const now = Date.parse("2026-11-24T12:00:00Z");
const berlin = { timeZone: "Europe/Berlin", now };

function readings(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(texts).map((text) => [text, parseSchedule(text, berlin).reading]));
}

function problems(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(texts).map((text) => [text, problemOf(text)]));
}

function problemOf(text: string): string {
  try {
    return `read as ${parseSchedule(text, berlin).reading}`;
  } catch (error) {
    if (!HermesError.is(error)) throw error;
    expect(error.hint).toBeDefined();
    return `${error.code} ${error.message.replace(/^Cannot read the schedule ".*?": /u, "")}`;
  }
}

test("what repeats by the calendar is read with the zone it is for", () => {
  const texts = {
    "every day at 9": "every day at 09:00 (Europe/Berlin)",
    "Every Weekday at 9:00": "every weekday at 09:00 (Europe/Berlin)",
    "every monday and thursday at 8am": "every Monday and Thursday at 08:00 (Europe/Berlin)",
    "every mon, wed and fri at 8:30": "every Monday, Wednesday and Friday at 08:30 (Europe/Berlin)",
    "every weekend at 10:30 pm": "every weekend at 22:30 (Europe/Berlin)",
    "mondays at 9": "every Monday at 09:00 (Europe/Berlin)",
    "at noon on weekdays": "every weekday at 12:00 (Europe/Berlin)",
    "every day at 12am": "every day at 00:00 (Europe/Berlin)",
    "every day at midnight": "every day at 00:00 (Europe/Berlin)",
    "daily at 7": "every day at 07:00 (Europe/Berlin)",
    hourly: "every hour at :00 (Europe/Berlin)",
    "weekly on friday at 17:00": "every Friday at 17:00 (Europe/Berlin)",
    "monthly on the 1st at 9": "monthly on the 1st at 09:00 (Europe/Berlin)",
    "every month on the 2nd and the 15th at 9": "monthly on the 2nd and 15th at 09:00 (Europe/Berlin)",
    "every month on the last day at 18:00": "monthly on the last day at 18:00 (Europe/Berlin)",
    "every day at 9 (America/New_York)": "every day at 09:00 (America/New_York)",
    "0 9 * * MON-FRI": "every weekday at 09:00 (Europe/Berlin)",
    "0 9 * * 1,4": "every Monday and Thursday at 09:00 (Europe/Berlin)",
    "0 0 9 * * *": "every day at 09:00 (Europe/Berlin)",
    "@daily": "every day at 00:00 (Europe/Berlin)",
    "*/15 * * * *": "every 15 minutes by the clock (Europe/Berlin)",
    "0 9 15W * *": "0 9 15W * * (Europe/Berlin)",
    "0 9 * * 1#1": "0 9 * * 1#1 (Europe/Berlin)",
    "0 9 1 * MON": "0 9 1 * MON (Europe/Berlin)",
    "5-55/10 9 * * *": "5-55/10 9 * * * (Europe/Berlin)",
  };

  expect(readings(texts)).toEqual(texts);
});

test("what repeats by elapsed time is read without a zone", () => {
  const texts = {
    "every 30m": "every 30 minutes",
    "every 90 min": "every 90 minutes",
    "every 2 hours": "every 2 hours",
    "every 1d": "every 24 hours",
    "every 7 days": "every 7 days",
    "every hour": "every hour",
    "every 1 hour and 30 minutes": "every 90 minutes",
  };

  expect(readings(texts)).toEqual(texts);
});

test("one moment is read with its date", () => {
  const texts = {
    "30m": "once on Tue 24 Nov 2026 at 13:30 (Europe/Berlin)",
    "2h": "once on Tue 24 Nov 2026 at 15:00 (Europe/Berlin)",
    "1d": "once on Wed 25 Nov 2026 at 13:00 (Europe/Berlin)",
    "in an hour": "once on Tue 24 Nov 2026 at 14:00 (Europe/Berlin)",
    "in half an hour": "once on Tue 24 Nov 2026 at 13:30 (Europe/Berlin)",
    "1h30m": "once on Tue 24 Nov 2026 at 14:30 (Europe/Berlin)",
    "45s": "once on Tue 24 Nov 2026 at 13:00:45 (Europe/Berlin)",
    "tomorrow at 9am": "once on Wed 25 Nov 2026 at 09:00 (Europe/Berlin)",
    "next friday 14:00": "once on Fri 4 Dec 2026 at 14:00 (Europe/Berlin)",
    "in 3 days at noon": "once on Fri 27 Nov 2026 at 12:00 (Europe/Berlin)",
    "at midnight": "once on Wed 25 Nov 2026 at 00:00 (Europe/Berlin)",
    "at 9": "once on Wed 25 Nov 2026 at 09:00 (Europe/Berlin)",
    "today at 18:30": "once on Tue 24 Nov 2026 at 18:30 (Europe/Berlin)",
    "tuesday at 9": "once on Tue 1 Dec 2026 at 09:00 (Europe/Berlin)",
    "tomorrow at 9am UTC": "once on Wed 25 Nov 2026 at 10:00 (Europe/Berlin)",
    "1 december 2026, 9:30 am": "once on Tue 1 Dec 2026 at 09:30 (Europe/Berlin)",
    "2027-03-01": "once on Mon 1 Mar 2027 at 00:00 (Europe/Berlin)",
    "2027-03-01 09:00": "once on Mon 1 Mar 2027 at 09:00 (Europe/Berlin)",
    "2027-03-01T09:00:00Z": "once on Mon 1 Mar 2027 at 10:00 (Europe/Berlin)",
    "2027-03-01T09:00-05:00": "once on Mon 1 Mar 2027 at 15:00 (Europe/Berlin)",
  };

  expect(readings(texts)).toEqual(texts);
});

test("a date in a gap is as much later as the gap is long, and of two alike it is the earlier", () => {
  const texts = {
    "2027-03-28T02:30": "once on Sun 28 Mar 2027 at 03:30 (Europe/Berlin)",
    "2027-10-31T02:30": "once on Sun 31 Oct 2027 at 02:30 (Europe/Berlin)",
    "2027-10-31T02:30+01:00": "once on Sun 31 Oct 2027 at 02:30 UTC+01:00 (Europe/Berlin)",
  };

  expect(readings(texts)).toEqual(texts);
  expect(parseSchedule("2027-10-31T02:30", berlin).schedule).toEqual({
    type: "once",
    at: Date.parse("2027-10-31T00:30:00Z"),
  });
});

test("what is not understood is refused and says why", () => {
  const texts = {
    "": "CRON_SCHEDULE it is empty.",
    "9": "CRON_SCHEDULE a number needs a unit.",
    soon: "CRON_SCHEDULE it is in none of the known forms.",
    tomorrow: 'CRON_SCHEDULE it names no time of day; add one, such as "at 9:00".',
    "every day": 'CRON_SCHEDULE it names no time of day; add one, such as "at 9:00".',
    "every day at 25:00": 'CRON_SCHEDULE no clock shows "25:00".',
    "every day at 13pm": 'CRON_SCHEDULE no clock shows "13pm".',
    "every 0 minutes": "CRON_SCHEDULE it takes no time.",
    "9999999 weeks": "CRON_SCHEDULE it is longer than 100 years.",
    "may 2027 at 9": "CRON_SCHEDULE it names no day.",
    "tomorrow at 9am please": 'CRON_SCHEDULE "please" is not understood.',
    "until friday at 9": 'CRON_SCHEDULE "until" is not understood.',
    "friday 9am and 5pm": "CRON_SCHEDULE it names more than one time.",
    "9 to 10 tomorrow": "CRON_SCHEDULE it names a span of time, and not one moment.",
    "monday 27 november 2026 at 9": "CRON_SCHEDULE the date is not on that day of the week.",
    "12/5/2027 at 9": "CRON_SCHEDULE a date with only numbers may mean two days; write it as 2027-03-01.",
    "tomorrow at 9am EST":
      "CRON_SCHEDULE short names of time zones may mean several; write the zone as Europe/Berlin.",
    "in 1.5 hours": "CRON_SCHEDULE a time from now is written as 90 minutes, or as 1 hour and 30 minutes.",
    "last friday at 9": "CRON_SCHEDULE it is not in the future.",
    "2026-11-24T12:59": "CRON_SCHEDULE it is in the past (once on Tue 24 Nov 2026 at 12:59 (Europe/Berlin)).",
    "2027-02-30": "CRON_SCHEDULE there is no such day or time.",
    "2027-03-01T24:00": "CRON_SCHEDULE there is no such day or time.",
    "0 0 30 2 *": "CRON_SCHEDULE there is no such day in any year.",
    "61 * * * *": "CRON_SCHEDULE invalid value for minute: 61.",
    "* * * *": "CRON_SCHEDULE a cron expression has five fields, or six with seconds in front, and not 4.",
    "0 9 * * noday": 'CRON_SCHEDULE "noday" is no field of a cron expression.',
    "@reboot":
      "CRON_SCHEDULE the names are @hourly, @daily, @midnight, @weekly, @monthly, @yearly, @annually.",
    "every day at 9 (Mars)": 'CRON_TIME_ZONE No time zone is named "Mars".',
  };

  expect(problems(texts)).toEqual(texts);
});

test("a rule of two parts, or with an end, is refused and not read by half", () => {
  for (const text of [
    "every day until friday",
    "every day at 9 until friday",
    "every day at 9 and 17",
    "every 2 days at 9",
    "every other day at 9",
    "every monday at 9 except holidays",
    "every 15 minutes between 9 and 17",
    "every 5 minutes for 2 hours",
    "weekdays at 9 and weekends at 10",
    "monthly on the 32nd at 9",
  ])
    expect(problemOf(text)).toMatch(/^CRON_SCHEDULE it repeats in a way that is not known here/u);
});

test("more than 200 characters are not looked at", () => {
  expect(problemOf(`${"1 minute ".repeat(30)}`)).toBe("CRON_SCHEDULE it is longer than 200 characters.");
});
