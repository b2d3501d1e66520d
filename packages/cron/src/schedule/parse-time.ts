import { HermesError } from "@hermes/registry";
import { readIsoTime } from "./read-iso-time.ts";
import { checkTimeZone } from "./schedule-error.ts";

/**
 * A date, or date and time, as ISO 8601 writes them: without an offset, as the clocks of the zone show it.
 *
 * @returns Milliseconds since 1970.
 * @throws {HermesError} `CRON_SCHEDULE` where it is no such time, `CRON_TIME_ZONE`.
 */
export function parseTime(written: string, timeZone: string): number {
  checkTimeZone(timeZone);
  const at = readIsoTime(written.trim(), timeZone);
  if (at === undefined || Number.isNaN(at)) throw noTime(written);
  return at;
}

export function noTime(written: string): HermesError {
  return new HermesError(`Cannot read "${written}" as the time to begin at.`, {
    code: "CRON_SCHEDULE",
    hint: "Write it as 2027-03-01T09:00 or 2027-03-01T09:00:00Z.",
  });
}
