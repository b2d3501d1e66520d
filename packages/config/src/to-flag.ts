const words: ReadonlyMap<unknown, boolean> = new Map([
  ...["true", "yes", "on", "1"].map((word) => [word, true] as const),
  ...["false", "no", "off", "0"].map((word) => [word, false] as const),
]);

/** Variables hold text, and in files people write `yes` and `on` where YAML wants `true`. Anything else stays as it is. */
export function toFlag(value: unknown): unknown {
  return (typeof value === "string" ? words.get(value.trim().toLowerCase()) : undefined) ?? value;
}
