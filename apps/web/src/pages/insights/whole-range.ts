import type { InsightsSum } from "@hermes/client";

const dayMs = 86_400_000;
/** More would be no picture any more. */
const maxDays = 400;

/**
 * The days of a range to today, those without calls too.
 *
 * @param range.days How many; 0: from the first with a call.
 */
export function allDays(
  sums: readonly InsightsSum[],
  { days, now }: { readonly days: number; readonly now: number },
): readonly InsightsSum[] {
  const first = Date.parse(`${sums[0]?.key ?? ""}T00:00:00Z`);
  const length = days === 0 && !Number.isNaN(first) ? Math.ceil((now - first) / dayMs) : days + 1;
  const keys = Array.from({ length: Math.min(maxDays, length) }, (_, index) =>
    new Date(now - (length - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
  return withZeros(sums, keys);
}

export function allHours(sums: readonly InsightsSum[]): readonly InsightsSum[] {
  return withZeros(
    sums,
    Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0")),
  );
}

/** What has none of these keys, as a day of another time zone may, comes behind them. */
function withZeros(sums: readonly InsightsSum[], keys: readonly string[]): readonly InsightsSum[] {
  const known = new Map(sums.map((sum) => [sum.key, sum]));
  const others = sums.filter(({ key }) => !keys.includes(key));
  return [
    ...keys.map((key) => known.get(key) ?? { key, calls: 0, failed: 0, tokens: 0, costUsd: 0 }),
    ...others,
  ];
}
