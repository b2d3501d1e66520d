import { Cron } from "croner";
import { scheduleError } from "./schedule-error.ts";
import type { CronSchedule } from "./schedule.ts";

/**
 * An expression with its zone, ready to be asked for times. croner decides what happens when clocks change: see docs/cron.md.
 *
 * @throws {HermesError} `CRON_SCHEDULE` where the expression is wrong.
 */
export function compileCron({ expression, timeZone }: Pick<CronSchedule, "expression" | "timeZone">): Cron {
  try {
    return new Cron(expression, {
      timezone: timeZone,
      mode: "5-or-6-parts",
      // A list of clock times is so many fixed times: none of them is lost or doubled when clocks change.
      fixedTimeRule: "no-wildcard",
      paused: true,
    });
  } catch (cause) {
    const problem =
      cause instanceof Error ? cause.message.replace(/^CronPattern: /u, "").replace(/\.$/u, "") : "";
    throw scheduleError(expression, problem, cause);
  }
}
