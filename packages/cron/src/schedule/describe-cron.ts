import { compileCron } from "./cron-expression.ts";
import type { CronSchedule } from "./schedule.ts";

const dayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** An expression in the words of `readRecurrence` where they can say it; else as it is. */
export function describeCron(schedule: Pick<CronSchedule, "expression" | "timeZone">): string {
  const [second, minute = "", hour = "", day = "", month, weekday = ""] = fieldsOf(schedule);
  const minutesIn = /^\*\/(\d+)$/u.exec(minute)?.[1];
  if (second !== "0" || month !== "*") return schedule.expression;
  if (hour === "*" && day === "*" && weekday === "*") {
    if (isNumber(minute)) return `every hour at :${twoDigits(minute)}`;
    if (60 % Number(minutesIn) === 0) return `every ${minutesIn} minutes by the clock`;
  }
  const days = describeDays(day, weekday);
  if (days === undefined || !isNumber(minute) || !isNumber(hour)) return schedule.expression;
  return `${days} at ${twoDigits(hour)}:${twoDigits(minute)}`;
}

/** Six fields, with what a nickname stands for. */
function fieldsOf(schedule: Pick<CronSchedule, "expression" | "timeZone">): readonly string[] {
  const fields = (compileCron(schedule).getPattern() ?? "").split(" ");
  return fields.length === 5 ? ["0", ...fields] : fields;
}

function describeDays(day: string, weekday: string): string | undefined {
  if (weekday === "*") {
    if (day === "*") return "every day";
    const days = day
      .split(",")
      .map((item) => (item === "L" ? "last day" : isNumber(item) ? ordinal(Number(item)) : undefined));
    return days.includes(undefined) ? undefined : `monthly on the ${inWords(days)}`;
  }
  if (day !== "*") return undefined;
  if (/^(?:1-5|mon-fri)$/iu.test(weekday)) return "every weekday";
  if (/^(?:0,6|6,[07]|sat,sun)$/iu.test(weekday)) return "every weekend";
  const names = weekday.split(",").map(dayName);
  return names.includes(undefined) ? undefined : `every ${inWords(names)}`;
}

function inWords(items: readonly unknown[]): string {
  return [items.slice(0, -1).join(", "), items.at(-1)].filter((item) => item !== "").join(" and ");
}

function dayName(item: string): string | undefined {
  return isNumber(item)
    ? dayNames[Number(item)]
    : dayNames.find((name) => name.slice(0, 3).toLowerCase() === item.toLowerCase());
}

function ordinal(day: number): string {
  const ending = day > 10 && day < 20 ? undefined : ["st", "nd", "rd"][(day % 10) - 1];
  return `${day}${ending ?? "th"}`;
}

function isNumber(field: string): boolean {
  return /^\d+$/u.test(field);
}

function twoDigits(number: string): string {
  return String(Number(number)).padStart(2, "0");
}
