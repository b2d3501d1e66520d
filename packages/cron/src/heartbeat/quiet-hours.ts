/**
 * Whether the clocks of a zone show a time within a span such as `22:00-07:00`, its end excluded. A time that they show twice, as
 * when clocks are set back, is within it both times. A span of no length is none.
 *
 * @param now Milliseconds since 1970.
 */
export function isQuietAt(
  span: string,
  { timeZone, now }: { readonly timeZone: string; readonly now: number },
): boolean {
  const [from, to] = span.split("-").map(minutesOf);
  if (from === undefined || to === undefined || from === to) return false;
  const shown = minutesOf(
    new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(now),
  );
  return from < to ? shown >= from && shown < to : shown >= from || shown < to;
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return (hours % 24) * 60 + minutes;
}
