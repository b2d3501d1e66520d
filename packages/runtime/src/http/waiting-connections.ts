import type { Socket } from "node:net";

/** Connections that have not said all they want to: those who are slow on purpose are among them. */
export interface WaitingConnections {
  /** It has begun, or is idle again. Where too many wait, the one that waits longest is ended. */
  add(socket: Socket): void;
  /** Its request is here whole. */
  remove(socket: Socket): void;
}

/**
 * Bounds how many connections wait, and by which are ended: a request that comes at once is never stopped by those that drip. A bound
 * on all connections would turn away the newest instead.
 */
export function createWaitingConnections(max: number): WaitingConnections {
  const waiting = new Set<Socket>();
  return {
    add(socket) {
      if (socket.destroyed) return;
      // Again at the end.
      waiting.delete(socket);
      waiting.add(socket);
      const [oldest] = waiting;
      if (waiting.size > max) {
        oldest?.destroy();
        if (oldest !== undefined) waiting.delete(oldest);
      }
    },
    remove: (socket) => void waiting.delete(socket),
  };
}
