/** What a clock shows, in 24 hours. */
export interface ClockTime {
  readonly hour: number;
  readonly minute: number;
}

/** How clock times are written, for use within an expression. */
export const clockTimePattern: string = String.raw`noon|midnight|\d{1,2}(?::\d{2})?(?: ?[ap]m)?`;

/** `9`, `9:00`, `9:30 pm`, `noon`, `midnight`; undefined where no clock shows it. @param text In lower case. */
export function readClockTime(text: string): ClockTime | undefined {
  if (text === "noon") return { hour: 12, minute: 0 };
  if (text === "midnight") return { hour: 0, minute: 0 };
  const [, hours, minutes = "0", half] = /^(\d{1,2})(?::(\d{2}))? ?([ap]m)?$/u.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const written = { hour: Number(hours), minute: Number(minutes) };
  if (written.minute > 59) return undefined;
  if (half === undefined) return written.hour > 23 ? undefined : written;
  if (written.hour < 1 || written.hour > 12) return undefined;
  return { hour: (written.hour % 12) + (half === "pm" ? 12 : 0), minute: written.minute };
}
