/** `950`, `12.3k`, `4.5M`: three digits say enough. */
export function amount(count: number): string {
  for (const [unit, size] of [
    ["G", 1e9],
    ["M", 1e6],
    ["k", 1e3],
  ] as const)
    // What rounds up to a thousand is one of the next unit.
    if (count >= size * 0.9995) return `${short(count / size)}${unit}`;
  return String(Math.round(count));
}

/** `4 kB`, `12.3 MB`. */
export function bytes(count: number): string {
  const text = amount(count);
  const [, number = text, unit = ""] = /^([\d.]+)([kMG]?)$/.exec(text) ?? [];
  return `${number} ${unit}B`;
}

/** `$0.42`; four digits after the point below a cent. */
export function dollars(usd: number): string {
  return `$${usd.toFixed(usd !== 0 && usd < 0.01 ? 4 : 2)}`;
}

/** `45s`, `12m`, `3h 20m`, `2d 4h`. */
export function duration(ms: number): string {
  if (ms < 59_500) return `${Math.round(ms / 1_000)}s`;
  const minutes = Math.round(ms / 60_000);
  if (minutes < 60) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours}h ${minutes % 60}m`;
  return `${Math.floor(hours / 24)}d ${hours % 24}h`;
}

function short(number: number): string {
  return number >= 99.95 ? number.toFixed(0) : number.toFixed(1).replace(/\.0$/, "");
}
