import type { PathGlob } from "./operation.ts";

/** Loads the matcher of path patterns. Only rules with arguments need it. */
export async function loadPathGlob(): Promise<PathGlob> {
  const { default: picomatch } = await import("picomatch");
  const made = new Map<string, (path: string) => boolean>();
  return (pattern) => {
    const known = made.get(pattern) ?? picomatch(pattern, { dot: true, nonegate: true });
    made.set(pattern, known);
    return known;
  };
}
