import type { Socket } from "node:net";

/** Hands on what comes in at either to the other, until both have ended. */
export function joinSockets(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.setTimeout(0);
    from.on("error", () => to.destroy());
    from.once("close", () => to.destroySoon());
    from.pipe(to);
  }
}
