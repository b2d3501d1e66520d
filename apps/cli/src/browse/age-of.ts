const steps: readonly (readonly [ms: number, unit: string])[] = [
  [365 * 86_400_000, "y"],
  [30 * 86_400_000, "mo"],
  [7 * 86_400_000, "w"],
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
];

/** How long ago, in its largest unit: `5 min`, `2 d`. */
export function ageOf(at: number, now: number): string {
  const [ms, unit] = steps.find(([size]) => now - at >= size) ?? [];
  return ms === undefined || unit === undefined ? "now" : `${Math.floor((now - at) / ms)} ${unit}`;
}
