import type { State } from "@hermes/state";

const lookEveryMs = 1_000;

interface Watched {
  readonly listeners: Set<() => void>;
  /** When somebody last wrote to it, as it was seen. */
  seen: number | undefined;
}

/** Tells of turns that begin: at once where this process runs them, else by looking at the store now and then. */
export class WatchedSessions {
  readonly #store: () => Promise<State>;
  readonly #watched = new Map<string, Watched>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;

  constructor(store: () => Promise<State>) {
    this.#store = store;
  }

  watch(sessionId: string, listener: () => void): () => void {
    const watched = this.#watched.get(sessionId) ?? { listeners: new Set(), seen: undefined };
    watched.listeners.add(listener);
    this.#watched.set(sessionId, watched);
    this.#timer ??= setInterval(() => void this.#look(), lookEveryMs).unref();
    return () => {
      watched.listeners.delete(listener);
      if (watched.listeners.size === 0 && this.#watched.get(sessionId) === watched)
        this.#watched.delete(sessionId);
      if (this.#watched.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  begun(sessionId: string): void {
    for (const listener of this.#watched.get(sessionId)?.listeners ?? []) listener();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#watched.clear();
  }

  /** Never rejects. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const { sessions } = await this.#store();
      for (const [id, watched] of this.#watched) {
        const now = sessions.get(id)?.lastActiveAt;
        const isNew = watched.seen !== undefined && now !== watched.seen;
        watched.seen = now ?? 0;
        if (isNew) this.begun(id);
      }
    } catch {
      // A store that is locked for a moment is looked at again in a second.
    } finally {
      this.#isLooking = false;
    }
  }
}
