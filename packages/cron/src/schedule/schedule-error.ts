import { HermesError } from "@hermes/registry";

const forms = [
  "30m or in 2 hours (once)",
  "every 90 minutes",
  "every weekday at 9:00",
  "monthly on the 1st at 9",
  "2027-03-01T09:00",
  "tomorrow at 9am",
  "0 9 * * 1-5 (cron)",
].join(" · ");

/** `CRON_SCHEDULE`: what was written cannot be understood, or names no time to come. */
export function scheduleError(written: string, problem: string, cause?: unknown): HermesError {
  const shown = written.length > 60 ? `${written.slice(0, 60)}…` : written;
  return new HermesError(`Cannot read the schedule "${shown}": ${problem}.`, {
    code: "CRON_SCHEDULE",
    hint: `Write it as one of: ${forms}.`,
    data: { schedule: shown },
    cause,
  });
}

/** @throws {HermesError} `CRON_TIME_ZONE` where the zone is not known to this machine. */
export function checkTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat("en", { timeZone });
  } catch (cause) {
    throw new HermesError(`No time zone is named "${timeZone}".`, {
      code: "CRON_TIME_ZONE",
      hint: "Write it as in the IANA database, such as Europe/Berlin, America/New_York or UTC.",
      data: { timeZone },
      cause,
    });
  }
}
