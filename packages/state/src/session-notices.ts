/** Something that happened beside a session. Matches agent-loop's port by shape, like the rest of this file. */
export interface Notice {
  /** Unique within the session, for ever. */
  readonly id: string;
  readonly source: string;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Pending notices of sessions. A message that names a notice delivers it. */
export interface SessionNotices {
  /** @returns False where that id was taken already; nothing is changed then. */
  record(sessionId: string, notice: Notice): boolean;
  /** Takes back what is no news any more. What was taken stays. */
  withdraw(sessionId: string, ids: readonly string[]): void;
  /** What is not delivered, oldest first; changes nothing. */
  waiting(sessionId: string): readonly Notice[];
  /** The same; from here on the text is fixed. */
  take(sessionId: string): readonly Notice[];
  /** Tells of what this process records from now on, a moment after it is recorded. @returns What ends it. */
  watch(sessionId: string, listener: (notice: Notice) => void): () => void;
}
