/**
 * Where the zone of this process is kept. A registered symbol: what is loaded later is bundled by itself, and has its own
 * copy of this file.
 */
const shownZone = Symbol.for("hermes.shown-time-zone");

/** From here on times are shown in the zone of the settings. @param timeZone Undefined: that of the machine. */
export function showTimesIn(timeZone: string | undefined): void {
  Reflect.set(globalThis, shownZone, timeZone);
}

/** `2026-03-01 14:05`, in the time zone of the settings, else of the machine. */
export function localTime(at: number): string {
  const timeZone: unknown = Reflect.get(globalThis, shownZone);
  // In Swedish a time is written so.
  if (typeof timeZone === "string")
    return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(at);
  const date = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return date.toISOString().slice(0, 16).replace("T", " ");
}

/** `2026-03-01`, in the same zone. */
export function localDay(at: number): string {
  return localTime(at).slice(0, 10);
}
