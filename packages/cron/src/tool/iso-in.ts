/** A time as ISO 8601 with the offset of a zone, such as `2026-11-25T09:00:00+01:00`. */
export function isoIn(at: number, timeZone: string): string {
  const name = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" })
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")?.value;
  const [, sign = "+", hours = "0", minutes = "0", seconds = "0"] =
    /GMT([+-])(\d+):(\d+)(?::(\d+))?/.exec(name ?? "") ?? [];
  const offsetSeconds =
    (sign === "-" ? -1 : 1) * (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds));
  const local = new Date(at + offsetSeconds * 1_000).toISOString().slice(0, 19);
  return `${local}${sign}${hours.padStart(2, "0")}:${minutes.padStart(2, "0")}`;
}
