import type { OpenSession } from "../session/opened-session.ts";

export interface HeldSession {
  readonly session: OpenSession;
  /** Whoever holds it no more; once nobody does, it is closed after a while. A second call does nothing. */
  release(options?: { readonly atOnce?: boolean | undefined }): void;
}

export interface SessionPoolOptions {
  /** How long a session that nobody holds stays open. */
  readonly idleMs: number;
  /** Sessions that nobody holds; beyond it the one that waits longest is closed. */
  readonly maxIdle: number;
  /** Told of a session that could not be closed. */
  readonly onError: (error: unknown) => void;
}

interface Entry {
  readonly id: string;
  /** Two wishes for a session that differ in it can't share one. */
  readonly fit: string;
  readonly opened: Promise<OpenSession>;
  holders: number;
  timer: NodeJS.Timeout | undefined;
}

/** Open sessions by their ids, shared by who speaks in them one after another: to open one takes longer than to ask it. */
export class SessionPool {
  readonly #options: SessionPoolOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #closing = new Map<string, Promise<void>>();

  constructor(options: SessionPoolOptions) {
    this.#options = options;
  }

  /**
   * @param open Called where the session is not open yet, or nobody holds it and it was opened with another `fit`.
   * @throws what `open` throws.
   */
  async hold(
    id: string,
    { open, fit }: { readonly open: () => Promise<OpenSession>; readonly fit: string },
  ): Promise<HeldSession> {
    const before = this.#entries.get(id);
    if (before !== undefined && before.holders === 0 && before.fit !== fit) this.#close(before);
    // One that is being closed still has its lease.
    while (!this.#entries.has(id) && this.#closing.has(id)) await this.#closing.get(id);
    const entry = this.#entries.get(id) ?? this.#open(id, { open, fit });
    entry.holders++;
    clearTimeout(entry.timer);
    try {
      const session = await entry.opened;
      return { session, release: this.#releaseOnce(entry) };
    } catch (error) {
      entry.holders--;
      if (this.#entries.get(id) === entry) this.#entries.delete(id);
      throw error;
    }
  }

  /** Closes a session that nobody holds. @returns False where somebody does. */
  async drop(id: string): Promise<boolean> {
    const entry = this.#entries.get(id);
    if (entry !== undefined && entry.holders > 0) return false;
    if (entry !== undefined) this.#close(entry);
    await this.#closing.get(id);
    return true;
  }

  async close(): Promise<void> {
    for (const entry of this.#entries.values()) this.#close(entry);
    await Promise.all(this.#closing.values());
  }

  #open(
    id: string,
    { open, fit }: { readonly open: () => Promise<OpenSession>; readonly fit: string },
  ): Entry {
    const entry: Entry = { id, fit, opened: open(), holders: 0, timer: undefined };
    this.#entries.set(id, entry);
    return entry;
  }

  #releaseOnce(entry: Entry): HeldSession["release"] {
    let isReleased = false;
    return ({ atOnce = false } = {}) => {
      if (isReleased) return;
      isReleased = true;
      if (--entry.holders > 0 || this.#entries.get(entry.id) !== entry) return;
      if (atOnce) return this.#close(entry);
      // The last one that was used is the last in the map.
      this.#entries.delete(entry.id);
      this.#entries.set(entry.id, entry);
      entry.timer = setTimeout(() => this.#close(entry), this.#options.idleMs);
      entry.timer.unref();
      const idle = [...this.#entries.values()].filter(({ holders }) => holders === 0);
      for (const each of idle.slice(0, Math.max(0, idle.length - this.#options.maxIdle))) this.#close(each);
    };
  }

  #close(entry: Entry): void {
    clearTimeout(entry.timer);
    if (this.#entries.get(entry.id) === entry) this.#entries.delete(entry.id);
    const closed = this.#dispose(entry).finally(() => {
      if (this.#closing.get(entry.id) === closed) this.#closing.delete(entry.id);
    });
    this.#closing.set(entry.id, closed);
  }

  /** Never rejects. */
  async #dispose({ opened }: Entry): Promise<void> {
    const session = await opened.catch(() => undefined);
    try {
      await session?.[Symbol.asyncDispose]();
    } catch (error) {
      this.#options.onError(error);
    }
  }
}
