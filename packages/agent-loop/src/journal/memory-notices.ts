import { NoticeWatchers } from "./notice-watchers.ts";
import type { Notice, NoticeListener, SessionNotices } from "./session-notices.ts";

interface KeptNotice {
  notice: Notice;
  isTaken: boolean;
  isDelivered: boolean;
}

/** Notices that live as long as the object. */
export class MemoryNotices implements SessionNotices {
  readonly #sessions = new Map<string, Map<string, KeptNotice>>();
  readonly #watchers = new NoticeWatchers();

  record(sessionId: string, notice: Notice): boolean {
    const all = this.#of(sessionId);
    const before = all.get(notice.id);
    if (before?.isTaken === true) return false;
    if (before === undefined) all.set(notice.id, { notice, isTaken: false, isDelivered: false });
    else before.notice = notice;
    this.#watchers.tell(sessionId, notice);
    return true;
  }

  withdraw(sessionId: string, ids: readonly string[]): void {
    const all = this.#of(sessionId);
    for (const id of ids) if (all.get(id)?.isTaken === false) all.delete(id);
  }

  waiting(sessionId: string): readonly Notice[] {
    return this.#waiting(sessionId).map(({ notice }) => notice);
  }

  take(sessionId: string): readonly Notice[] {
    return this.#waiting(sessionId).map((kept) => {
      kept.isTaken = true;
      return kept.notice;
    });
  }

  watch(sessionId: string, listener: NoticeListener): () => void {
    return this.#watchers.add(sessionId, listener);
  }

  /** The message that tells them is in the history. */
  deliver(sessionId: string, ids: readonly string[]): void {
    const all = this.#of(sessionId);
    for (const id of ids) {
      const kept = all.get(id);
      if (kept !== undefined) Object.assign(kept, { isTaken: true, isDelivered: true });
    }
  }

  #waiting(sessionId: string): readonly KeptNotice[] {
    return [...(this.#sessions.get(sessionId)?.values() ?? [])].filter(({ isDelivered }) => !isDelivered);
  }

  #of(sessionId: string): Map<string, KeptNotice> {
    let all = this.#sessions.get(sessionId);
    if (all === undefined) this.#sessions.set(sessionId, (all = new Map()));
    return all;
  }
}
