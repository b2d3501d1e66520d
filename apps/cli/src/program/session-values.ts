import { InvalidArgumentError } from "commander";

const dayMs = 86_400_000;
const daysIn: Readonly<Record<string, number>> = { d: 1, w: 7, mo: 30, y: 365 };

/** An age such as `90d`, `12w`, `6mo` or `1y`, in milliseconds. */
export function age(text: string): number {
  const [, count, unit = ""] = /^(\d{1,5})(d|w|mo|y)$/.exec(text.trim()) ?? [];
  const days = Number(count) * (daysIn[unit] ?? Number.NaN);
  if (!(days > 0)) throw new InvalidArgumentError("It must be an age such as 90d, 12w, 6mo or 1y.");
  return days * dayMs;
}

/** The beginning of a day (`2026-01-31`), a time (`2026-01-31T09:00`), or so long ago (`7d`), in milliseconds since 1970. */
export function since(text: string): number {
  return momentOf(text, "since");
}

/** Like `since`, but a day is meant to its end. */
export function until(text: string): number {
  return momentOf(text, "until");
}

function momentOf(text: string, side: "since" | "until"): number {
  const typed = text.trim();
  if (/^\d{1,5}(d|w|mo|y)$/.test(typed)) return Date.now() - age(typed);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(typed);
  // Without a zone a date alone would be taken for one in UTC; a person means their own.
  const time = /^\d{4}-\d\d-\d\d/.test(typed) ? Date.parse(isDay ? `${typed}T00:00` : typed) : Number.NaN;
  if (Number.isNaN(time))
    throw new InvalidArgumentError("It must be a day such as 2026-01-31, a time, or an age such as 7d.");
  return isDay && side === "until" ? new Date(time).setHours(24) - 1 : time;
}

const roleNames = ["user", "assistant", "tool"] as const;
export type RoleName = (typeof roleNames)[number];

/** Roles separated by commas. */
export function roles(text: string): readonly RoleName[] {
  return text.split(",").map((word) => {
    const role = roleNames.find((each) => each === word.trim());
    if (role === undefined) throw new InvalidArgumentError(`It must be of ${roleNames.join(", ")}.`);
    return role;
  });
}

/** The number of a message, with or without the `#` that it is shown with. */
export function messageNumber(text: string): number {
  if (!/^#?\d{1,15}$/.test(text))
    throw new InvalidArgumentError("It must be the number of a message, such as 123.");
  return Number(text.replace("#", ""));
}
