import type { Usage } from "@hermes/models";

/** A session as a list shows it. Times are milliseconds since 1970. */
export interface SessionRecord {
  readonly id: string;
  /** Chosen, or the first words of the person; empty when nobody said anything yet. */
  readonly title: string;
  readonly model: string;
  readonly platform: string;
  readonly cwd?: string | undefined;
  readonly userId?: string | undefined;
  readonly parentId?: string | undefined;
  readonly startedAt: number;
  readonly lastActiveAt: number;
  /** When and why the last turn ended; absent while a turn is under way, or was when the process died. */
  readonly endedAt?: number | undefined;
  readonly endReason?: string | undefined;
  /** What the session was about, once somebody wrote it down. */
  readonly summary?: string | undefined;
  readonly keywords: readonly string[];
  readonly tags: readonly string[];
  /** One question without a conversation, with which nobody went on. */
  readonly oneShot?: true | undefined;
  readonly messageCount: number;
  readonly toolCallCount: number;
  readonly modelCallCount: number;
  /** Sum over all calls. `costUsd` only when every call had a price. */
  readonly usage: Usage;
}

export interface SessionFilter {
  readonly cwd?: string | undefined;
  readonly platform?: string | undefined;
  readonly tag?: string | undefined;
  /** Also those that work for another session. @default false; a `platform` names them too */
  readonly children?: boolean | undefined;
  /** Parts of words that stand in the title, the folder or the id, all of them; case of Latin letters makes no difference. */
  readonly words?: readonly string[] | undefined;
  /** Also those of one question without a conversation. @default true */
  readonly oneShots?: boolean | undefined;
  /** Active at this moment or later, in milliseconds since 1970. */
  readonly from?: number | undefined;
  /** Begun at this moment or before, in milliseconds since 1970. */
  readonly to?: number | undefined;
}

export interface SessionSummary {
  readonly summary: string;
  readonly keywords: readonly string[];
}

export interface PruneOptions {
  /** Milliseconds since 1970. */
  readonly before: number;
  readonly platform?: string | undefined;
  /** Deletes nothing. @default false */
  readonly dryRun?: boolean | undefined;
}

export interface SessionStore {
  /** Sessions in which something was said, the last active first; `limit: Infinity` for all. @default limit 20, offset 0 */
  list(
    options?: SessionFilter & { readonly limit?: number | undefined; readonly offset?: number | undefined },
  ): readonly SessionRecord[];
  get(sessionId: string): SessionRecord | undefined;
  /** The session that was active last and in which something was said. */
  latest(filter?: SessionFilter): SessionRecord | undefined;
  /** Somebody goes on with what began as one question. */
  goOn(sessionId: string): void;
  /**
   * Names a session, on one line of at most 100 characters.
   *
   * @throws {HermesError} `STATE_SESSION_NOT_FOUND`, or `STATE_EMPTY_TITLE` when the title shows nothing.
   */
  setTitle(sessionId: string, title: string): void;
  /**
   * Names a session that nobody has named. What somebody chose stays, also what was suggested before.
   *
   * @returns Whether the title was taken.
   */
  suggestTitle(sessionId: string, title: string): boolean;
  /**
   * Sessions with messages that no summary knows of, among the newest 1 000, the last active first.
   *
   * @param options.before Active last before this moment, in milliseconds since 1970.
   * @default limit 20
   */
  unsummarized(options: {
    readonly before: number;
    readonly limit?: number | undefined;
  }): readonly SessionRecord[];
  /**
   * Keeps what a session was about; it is searched with the messages.
   *
   * @throws {HermesError} `STATE_SESSION_NOT_FOUND`.
   */
  setSummary(sessionId: string, summary: SessionSummary): void;
  /**
   * Replaces the tags of a session. Each is trimmed and kept once.
   *
   * @throws {HermesError} `STATE_SESSION_NOT_FOUND`.
   */
  setTags(sessionId: string, tags: readonly string[]): void;
  /**
   * Deletes a session with everything that was said in it, for good. What its calls cost stays in the sums.
   *
   * @throws {HermesError} `STATE_SESSION_NOT_FOUND`.
   */
  delete(sessionId: string): void;
  /**
   * Deletes the sessions that were active last before a moment.
   *
   * @returns What was deleted; with `dryRun`, what would be.
   */
  prune(options: PruneOptions): readonly SessionRecord[];
  /**
   * Finds the one id that begins with `prefix`. A whole id is found even when others begin with it.
   *
   * @throws {HermesError} `STATE_SESSION_NOT_FOUND`, or `STATE_AMBIGUOUS_ID` with the ids that fit.
   */
  resolveId(prefix: string): string;
  /**
   * Sessions with such a title, the last active first: those that have exactly this one, else those with all of its words in
   * theirs. Case and accents make no difference.
   *
   * @returns At most `limit`. @default limit 20
   */
  withTitle(title: string, options?: { readonly limit?: number | undefined }): readonly SessionRecord[];
}
