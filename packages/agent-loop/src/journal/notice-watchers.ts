import type { Notice, NoticeListener } from "./session-notices.ts";

/** Who is told of the notices of sessions. */
export class NoticeWatchers {
  readonly #ofSessions = new Map<string, Set<NoticeListener>>();

  add(sessionId: string, listener: NoticeListener): () => void {
    const all = this.#ofSessions.get(sessionId) ?? new Set();
    this.#ofSessions.set(sessionId, all.add(listener));
    return () => {
      all.delete(listener);
      if (all.size === 0 && this.#ofSessions.get(sessionId) === all) this.#ofSessions.delete(sessionId);
    };
  }

  /** A moment later: whoever records one may still be in a transaction. */
  tell(sessionId: string, notice: Notice): void {
    if (!this.#ofSessions.has(sessionId)) return;
    queueMicrotask(() => {
      for (const listener of this.#ofSessions.get(sessionId) ?? []) listener(notice);
    });
  }
}
