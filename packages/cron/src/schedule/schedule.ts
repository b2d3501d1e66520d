/** When a job is due, as data. Times are milliseconds since 1970. */
export type Schedule = CronSchedule | IntervalSchedule | OnceSchedule;

/** By the calendar of a time zone: at what local clocks show. */
export interface CronSchedule {
  readonly type: "cron";
  /** Five fields, or six with seconds in front; names of months and days, `L`, `W`, `#` and `@daily` are known. */
  readonly expression: string;
  /** As IANA names it, such as `Europe/Berlin`. */
  readonly timeZone: string;
}

/** By elapsed time: a change of the clock does not move it. */
export interface IntervalSchedule {
  readonly type: "interval";
  readonly everyMs: number;
  /** The first time is one interval later. */
  readonly anchor: number;
}

export interface OnceSchedule {
  readonly type: "once";
  readonly at: number;
}

/** A schedule as it was understood. */
export interface ReadSchedule {
  readonly schedule: Schedule;
  /** For people, such as `every weekday at 09:00 (Europe/Berlin)`: shown back wherever somebody wrote a schedule. */
  readonly reading: string;
}

export interface ReadScheduleOptions {
  /** Of clock times that name none, as IANA names it. */
  readonly timeZone: string;
  /** What `in 5 minutes`, `tomorrow` and an interval begin at. Milliseconds since 1970. */
  readonly now: number;
}
