/** How long the gateway waits before it sends an answer, as a person would. */
export interface HumanDelay {
  /** `natural`: 800 to 2 500 ms; `custom`: from `minMs` to `maxMs`. */
  readonly mode: "off" | "natural" | "custom";
  readonly minMs: number;
  readonly maxMs: number;
}

/** Milliseconds before the next message. @param random From 0 to 1. */
export function humanDelayMs({ mode, minMs, maxMs }: HumanDelay, random: () => number): number {
  if (mode === "off") return 0;
  const [least, most] = mode === "natural" ? [800, 2_500] : [minMs, Math.max(minMs, maxMs)];
  return Math.round(least + random() * (most - least));
}
