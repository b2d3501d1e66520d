import { compileCron } from "./cron-expression.ts";
import type { IntervalSchedule, Schedule } from "./schedule.ts";

/** The times of a schedule after a moment, in order, one by one: without end where it has none. Milliseconds since 1970. */
export function* timesAfter(schedule: Schedule, after: number): Generator<number, undefined> {
  switch (schedule.type) {
    case "once":
      if (schedule.at > after) yield schedule.at;
      return;
    case "interval":
      for (let index = nextIndex(schedule, after); ; index++) yield timeAt(schedule, index);
    case "cron": {
      const cron = compileCron(schedule);
      for (let time = cron.nextRun(new Date(after)); time !== null; time = cron.nextRun(time))
        yield time.getTime();
    }
  }
}

/** Which of its times is the first after a moment, counted from 1. */
export function nextIndex({ everyMs, anchor }: IntervalSchedule, after: number): number {
  return Math.max(1, Math.floor((after - anchor) / everyMs) + 1);
}

export function timeAt({ everyMs, anchor }: IntervalSchedule, index: number): number {
  return anchor + everyMs * index;
}
