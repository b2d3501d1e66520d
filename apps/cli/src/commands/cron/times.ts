/** `Wed 25 Nov 2026 09:00 +01:00`: a time as clocks of a zone show it. */
export function timeIn(at: number, timeZone: string): string {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat("en-GB", {
      ...{ timeZone, weekday: "short", day: "2-digit", month: "short", year: "numeric" },
      ...{ hour: "2-digit", minute: "2-digit", second: "2-digit", timeZoneName: "longOffset" },
    })
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const { weekday, day, month, year, hour, minute, second, timeZoneName = "GMT" } = parts;
  const seconds = second === "00" ? "" : `:${second}`;
  const offset = timeZoneName === "GMT" ? "+00:00" : timeZoneName.replace("GMT", "");
  return `${weekday} ${day} ${month} ${year} ${hour}:${minute}${seconds} ${offset}`;
}

const units = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
] as const;

/** `in 3 h`, `2 d ago`, `now`. */
export function fromNow(at: number, now: number): string {
  const away = Math.abs(at - now);
  const [unit, ms] = units.find(([, length]) => away >= length) ?? [];
  if (unit === undefined) return at > now ? "in less than a minute" : "just now";
  const amount = `${Math.floor(away / ms)} ${unit}`;
  return at > now ? `in ${amount}` : `${amount} ago`;
}
