import { Cron } from "croner";
import { scheduleError } from "./schedule-error.ts";
import type { CronSchedule } from "./schedule.ts";

const field =
  /^(?:[\d*,\-/?#+LW]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)+$/iu;
const names = ["@hourly", "@daily", "@midnight", "@weekly", "@monthly", "@yearly", "@annually"];

/** Whether a text is meant as a cron expression, be it right or wrong. */
export function isCronExpression(text: string): boolean {
  if (text.startsWith("@")) return true;
  const fields = text.split(" ");
  return (
    fields.includes("*") ||
    ((fields.length === 5 || fields.length === 6) && fields.every((part) => field.test(part)))
  );
}

/**
 * An expression with its zone, ready to be asked for times. croner decides what happens when clocks change: see docs/schedules.md.
 *
 * @throws {HermesError} `CRON_SCHEDULE` where the expression is wrong.
 */
export function compileCron({ expression, timeZone }: Pick<CronSchedule, "expression" | "timeZone">): Cron {
  checkFields(expression);
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
      cause instanceof Error ? cause.message.replace(/^CronPattern: |\.$/gu, "") : "it is wrong";
    throw scheduleError(expression, problem.charAt(0).toLowerCase() + problem.slice(1), cause);
  }
}

/** Said better here than by croner, which takes any text with a colon for a date. */
function checkFields(expression: string): void {
  if (expression.startsWith("@")) {
    if (!names.includes(expression.toLowerCase()))
      throw scheduleError(expression, `the names are ${names.join(", ")}`);
    return;
  }
  const fields = expression.split(" ");
  const wrong = fields.find((part) => !field.test(part));
  if (wrong !== undefined) throw scheduleError(expression, `"${wrong}" is no field of a cron expression`);
  if (fields.length !== 5 && fields.length !== 6)
    throw scheduleError(
      expression,
      `a cron expression has five fields, or six with seconds in front, and not ${fields.length}`,
    );
}
