/** A time as clocks of one zone show it: the milliseconds since 1970 at which clocks in UTC show the same. */
export type WallTime = number;

const dayMs = 86_400_000;

/** What the clocks of a zone show at an instant, to the second. */
export function wallTime(instant: number, timeZone: string): WallTime {
  return instant + offsetMs(instant, timeZone);
}

/**
 * When the clocks of a zone show a time. Of two such moments it is the earlier; a time in a gap is as much later as the gap is long,
 * so 02:30 becomes 03:30 (`compatible`, as `Temporal` calls it).
 */
export function fromWallTime(wall: WallTime, timeZone: string): number {
  const before = wall - offsetMs(wall - dayMs, timeZone);
  const after = wall - offsetMs(wall + dayMs, timeZone);
  const shown = [before, after].filter((instant) => wallTime(instant, timeZone) === wall);
  return shown.length === 0 ? before : Math.min(...shown);
}

/** How far the clocks of a zone are ahead of UTC. */
export function offsetMs(instant: number, timeZone: string): number {
  const second = Math.floor(instant / 1000) * 1000;
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(second);
  const shown = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second: seconds = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, seconds) - second;
}
