const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });
const whole = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_557_600_000],
  ["month", 2_629_800_000],
  ["week", 604_800_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** Such as `3 hr. ago`. */
export function ago(at: number, now: number = Date.now()): string {
  const passed = at - now;
  const [unit, ms] = steps.find(([, each]) => Math.abs(passed) >= each) ?? ["minute", 60_000];
  return relative.format(Math.trunc(passed / ms), unit);
}

export function fullTime(at: number): string {
  return whole.format(at);
}

/** Such as `12.3K`. */
export function count(value: number): string {
  return short.format(value);
}

/** In US dollars; small sums have the digits that tell something. */
export function money(usd: number): string {
  const digits = usd === 0 || usd >= 1 ? 2 : usd >= 0.01 ? 3 : 4;
  return `$${usd.toFixed(digits)}`;
}

/** Such as `1.2 s` or `3 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${minutes} min ${Math.round((ms % 60_000) / 1_000)} s`;
}

export function bytes(size: number): string {
  if (size < 1_000) return `${size} B`;
  return size < 1_000_000 ? `${(size / 1_000).toFixed(1)} kB` : `${(size / 1_000_000).toFixed(1)} MB`;
}
