import type { Host } from "../host.ts";

/**
 * Whether the terminal can have a live region: it can move its cursor, and nobody asked for lines that stay (`TERM=dumb`,
 * `ACCESSIBLE`) or reads it with a machine (`CI`).
 */
export function drawsLive({ stdout, stderr, env }: Pick<Host, "stdout" | "stderr" | "env">): boolean {
  const { TERM = "", ACCESSIBLE, CI } = env;
  return stdout.isTTY && stderr.isTTY && !["", "dumb"].includes(TERM) && !ACCESSIBLE && !CI;
}
