const unitMs: readonly (readonly [names: string, ms: number])[] = [
  ["s|sec|secs|second|seconds", 1000],
  ["m|min|mins|minute|minutes", 60_000],
  ["h|hr|hrs|hour|hours", 3_600_000],
  ["d|day|days", 86_400_000],
  ["w|week|weeks", 604_800_000],
];

const part = String.raw`(?:(\d+) ?|an? )(${unitMs.map(([names]) => names).join("|")})\b`;
const whole = new RegExp(String.raw`^${part}(?:(?:,? and |, ?| )?${part})*$`, "u");

/** `30m`, `2 hours`, `half an hour`, `1 hour and 30 minutes`, `1h30m` in milliseconds; undefined where a text is none. @param text In lower case. */
export function readDuration(text: string): number | undefined {
  if (text === "half an hour") return 1_800_000;
  // A unit may stand right before the next number.
  const spaced = text.replace(/(?<=\d[smhdw])(?=\d)/gu, " ");
  if (!whole.test(spaced)) return undefined;
  let sum = 0;
  for (const [, amount, unit] of spaced.matchAll(new RegExp(part, "gu")))
    sum += Number(amount ?? 1) * msOf(unit ?? "");
  return sum;
}

function msOf(unit: string): number {
  return unitMs.find(([names]) => names.split("|").includes(unit))?.[1] ?? 0;
}
