/** `2026-03-01 14:05`, in the time zone of the machine. */
export function localTime(at: number): string {
  const date = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return date.toISOString().slice(0, 16).replace("T", " ");
}

/** `2026-03-01`, in the time zone of the machine. */
export function localDay(at: number): string {
  return localTime(at).slice(0, 10);
}
