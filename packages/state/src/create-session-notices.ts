import type { Connection } from "./database/connect.ts";
import type { NoticeTable } from "./notice-table.ts";
import type { Notice, SessionNotices } from "./session-notices.ts";

/** How long nothing is looked up again where nothing waited: a notice of another process may be seen that much later. */
const lookAgainMs = 100;
/** Sessions whose last look is remembered. */
const maxKept = 1_000;

/** The notices of a store. Boundaries can come many times in a millisecond, and at nearly all of them nothing waits. */
export function createSessionNotices(
  { attempt, readOnly }: Pick<Connection, "attempt" | "readOnly">,
  table: () => NoticeTable,
): SessionNotices {
  /** When nothing waited. */
  const emptyAt = new Map<string, number>();
  const watchers = new Map<string, Set<(notice: Notice) => void>>();
  return {
    record(sessionId, notice) {
      emptyAt.delete(sessionId);
      const isNews = attempt(() => table().record(sessionId, notice));
      // Whoever records it may still be in a transaction.
      if (isNews && watchers.has(sessionId))
        queueMicrotask(() => watchers.get(sessionId)?.forEach((listener) => listener(notice)));
      return isNews;
    },
    watch(sessionId, listener) {
      const all = watchers.get(sessionId) ?? new Set();
      watchers.set(sessionId, all.add(listener));
      return () => {
        if (all.delete(listener) && all.size === 0) watchers.delete(sessionId);
      };
    },
    withdraw: (sessionId, ids) => attempt(() => table().withdraw(sessionId, ids)),
    waiting: (sessionId) => (readOnly ? [] : attempt(() => table().waiting(sessionId))),
    take(sessionId) {
      const now = performance.now();
      if (readOnly || now - (emptyAt.get(sessionId) ?? Number.NEGATIVE_INFINITY) < lookAgainMs) return [];
      const taken = attempt(() => table().take(sessionId));
      if (emptyAt.size > maxKept) emptyAt.clear();
      if (taken.length === 0) emptyAt.set(sessionId, now);
      else emptyAt.delete(sessionId);
      return taken;
    },
  };
}
