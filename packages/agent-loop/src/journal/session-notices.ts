/** Something that happened beside a session, such as the end of a process in the background. */
export interface Notice {
  /** Unique within the session, for ever. */
  readonly id: string;
  /** What kind of part noticed it: `process`, `child`, `schedule`, … */
  readonly source: string;
  /** What the model is told. */
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export type NoticeListener = (notice: Notice) => void;

/**
 * What a session is still to be told, from every source. A notice is recorded first, and told at the next boundary: behind the
 * words that begin a turn, or on the next tool result. The entry of that message names it, and whoever keeps the journal
 * marks it delivered with the message, all or nothing: however a process dies, the history holds each notice once.
 */
export interface SessionNotices {
  /**
   * Durable when it returns. An id that waits gets the new text and keeps its place.
   *
   * @returns False where that id was taken already; nothing is changed then.
   */
  record(sessionId: string, notice: Notice): boolean | Promise<boolean>;
  /** Takes back what is no news any more. What was taken stays. */
  withdraw(sessionId: string, ids: readonly string[]): void | Promise<void>;
  /** What is not delivered, oldest first; changes nothing. */
  waiting(sessionId: string): readonly Notice[] | Promise<readonly Notice[]>;
  /**
   * The same, for whoever writes it into the history: from here on the text is fixed. What is not written is given again. Asked at
   * every boundary, so it must be quick.
   */
  take(sessionId: string): readonly Notice[] | Promise<readonly Notice[]>;
  /**
   * Tells of what this process records from now on, a moment after it is recorded. Absent: nobody can be told.
   *
   * @returns What ends it.
   */
  watch?(sessionId: string, listener: NoticeListener): () => void;
}
