/** When a conversation begins anew by itself. */
export interface ResetPolicy {
  readonly mode: "daily" | "idle" | "both" | "never";
  /** Hour of the day, by the clock of this machine. */
  readonly atHour: number;
  readonly idleMinutes: number;
}

/** Why a conversation that was last active then is over; undefined: it goes on. Times are milliseconds since 1970. */
export function resetReason(
  { mode, atHour, idleMinutes }: ResetPolicy,
  { lastActiveAt, now }: { readonly lastActiveAt: number; readonly now: number },
): "daily" | "idle" | undefined {
  if ((mode === "idle" || mode === "both") && now - lastActiveAt >= idleMinutes * 60_000) return "idle";
  if ((mode === "daily" || mode === "both") && lastActiveAt < lastCut(now, atHour)) return "daily";
  return undefined;
}

/** The last time at which the clock showed that hour. */
function lastCut(now: number, atHour: number): number {
  const cut = new Date(now);
  cut.setHours(atHour, 0, 0, 0);
  if (cut.getTime() > now) cut.setDate(cut.getDate() - 1);
  return cut.getTime();
}
