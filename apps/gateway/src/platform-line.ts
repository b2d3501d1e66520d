import type { PlatformHealth } from "@hermes/gateway";

/** How a platform is, in one line. */
export function platformLine(
  name: string,
  { state, as, reason, hint }: Pick<PlatformHealth, "state" | "as" | "reason" | "hint">,
): string {
  if (state === "up" && reason === undefined)
    return `${name}: ready${as === undefined ? "" : ` as ${as}`}${hint === undefined ? "" : `. ${hint}`}`;
  const words = { up: "ready, but", failed: "failed:", retrying: "tries again:" };
  const begin = state === "up" || state === "failed" || state === "retrying" ? words[state] : `${state}.`;
  return [`${name}: ${begin}`, reason, hint].filter((part) => part !== undefined).join(" ");
}
