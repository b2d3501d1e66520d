/** What the clocks of a zone show, by `Intl` alone: a judge that shares nothing with the code it judges. */
export interface ZoneClock {
  /** Milliseconds since 1970 that a clock which shows the same would have in UTC. */
  wall(instant: number): number;
  /** When clocks change, between two instants; in order. */
  changes(from: number, until: number): readonly number[];
}

const quarter = 900_000;
const tenDays = 10 * 86_400_000;

export function zoneClock(timeZone: string): ZoneClock {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const offsets = new Map<number, number>();

  // Since 1973 every change of every zone was at a whole quarter of an hour.
  function offset(instant: number): number {
    const start = Math.floor(instant / quarter) * quarter;
    const known = offsets.get(start);
    if (known !== undefined) return known;
    const shown = Object.fromEntries(
      format.formatToParts(start).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = shown;
    const found = Date.UTC(year, month - 1, day, hour, minute, second) - start;
    offsets.set(start, found);
    return found;
  }

  function firstWithOtherOffset(from: number, until: number): number {
    let [before, after] = [from, until];
    while (after - before > quarter) {
      const middle = before + Math.floor((after - before) / 2 / quarter) * quarter;
      if (offset(middle) === offset(from)) before = middle;
      else after = middle;
    }
    return after;
  }

  return {
    wall: (instant) => instant + offset(instant),
    changes(from, until) {
      const found: number[] = [];
      for (let at = Math.floor(from / quarter) * quarter; at < until; at += tenDays)
        if (offset(at) !== offset(at + tenDays)) found.push(firstWithOtherOffset(at, at + tenDays));
      return found;
    },
  };
}
