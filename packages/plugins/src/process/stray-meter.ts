import type { PluginLimits } from "./plugin-limits.ts";

const windowMs = 10_000;

/**
 * Counts what a process writes beside its answers.
 *
 * @param flooded Called when it is too much.
 * @returns Whether a piece of that many bytes may still be read.
 */
export function strayMeter(
  { maxStrayLines, maxStrayBytes }: PluginLimits,
  flooded: () => void,
): (bytes: number) => boolean {
  let [from, lines, bytes] = [performance.now(), 0, 0];
  return (more) => {
    if (performance.now() - from > windowMs) [from, lines, bytes] = [performance.now(), 0, 0];
    lines += 1;
    bytes += more;
    if (lines <= maxStrayLines && bytes <= maxStrayBytes) return true;
    flooded();
    return false;
  };
}
