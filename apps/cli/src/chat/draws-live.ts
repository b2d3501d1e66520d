import type { Host } from "../host.ts";

/**
 * Whether the terminal can have a live region: somebody sits at it, it can move its cursor, and nobody asked for lines
 * that stay (`TERM=dumb`, `ACCESSIBLE`) or runs it for a machine (`CI`).
 */
export function drawsLive({ stdinIsTerminal, stdout, stderr, env }: Host): boolean {
  const { TERM = "", ACCESSIBLE, CI } = env;
  const isTerminal = stdinIsTerminal && stdout.isTTY && stderr.isTTY;
  return isTerminal && !["", "dumb"].includes(TERM) && !ACCESSIBLE && !CI;
}
