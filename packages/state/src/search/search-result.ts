import type { SessionRecord } from "../session-store.ts";

export type MessageRole = "user" | "assistant" | "tool";

/** What is searched. All conditions hold together, and before any bound. */
export interface SearchFilter {
  readonly roles?: readonly MessageRole[] | undefined;
  readonly platforms?: readonly string[] | undefined;
  readonly userId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly exceptSessionId?: string | undefined;
  readonly tag?: string | undefined;
  /** Milliseconds since 1970, this moment included. */
  readonly from?: number | undefined;
  /** Milliseconds since 1970, this moment included. */
  readonly to?: number | undefined;
}

export interface SearchOptions extends SearchFilter {
  /** Sessions in the result; `Infinity` for all. @default 10 */
  readonly limit?: number | undefined;
  /** Messages of one session in the result; `Infinity` for all. @default 3 */
  readonly hitsPerSession?: number | undefined;
  /** @default "relevance" */
  readonly order?: "relevance" | "newest" | undefined;
  /**
   * How many of the newest matching messages are ranked; `Infinity` for all. Ranking a word that is everywhere takes
   * time in proportion.
   * @default 2_000
   */
  readonly rankAtMost?: number | undefined;
}

export interface SearchResult {
  /** Sessions with what was found in them, the best first. */
  readonly sessions: readonly SessionHits[];
  /** True when more messages match than were ranked: the older ones are missing. Ask again with a larger `rankAtMost`. */
  readonly bounded: boolean;
  /** Says that the index could not be used for all messages. They were searched, only slower. */
  readonly warning?: string | undefined;
}

export interface SessionHits {
  readonly session: SessionRecord;
  /** The title that was chosen, the summary or the keywords match. */
  readonly aboutMatches: boolean;
  /** The best first. Empty when only `aboutMatches`. */
  readonly hits: readonly SearchHit[];
}

export interface SearchHit {
  readonly messageId: number;
  readonly role: MessageRole;
  readonly toolName?: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Some 240 characters on one line, each match as `>>>match<<<`. */
  readonly snippet: string;
}
