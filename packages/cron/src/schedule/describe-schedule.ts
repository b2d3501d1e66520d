import type { Schedule } from "./schedule.ts";

/** A schedule in words, such as `every 90 minutes`. */
export function describeSchedule(schedule: Schedule, timeZone: string): string {
  switch (schedule.type) {
    case "once":
      return `once on ${new Date(schedule.at).toISOString()} (${timeZone})`;
    case "interval":
      return `every ${schedule.everyMs / 60_000} minutes`;
    case "cron":
      return `${schedule.expression} (${schedule.timeZone})`;
  }
}
