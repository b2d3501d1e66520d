/** Something that happened beside the conversation, such as the end of a process in the background. */
export interface Notice {
  /** Unique within the session. */
  readonly id: string;
  /** What the model is told. No two notices of a session have the same text. */
  readonly text: string;
}

/**
 * Where notices wait. Each is offered until it is said to be delivered, also in a later run of the program; the loop
 * sees to it that the conversation holds it once.
 */
export interface NoticeSource {
  /** What was not delivered yet, oldest first. Asked at every boundary, so it must be quick. */
  waiting(sessionId: string): readonly Notice[];
  /** These are in the journal. */
  delivered(sessionId: string, ids: readonly string[]): void | Promise<void>;
}
