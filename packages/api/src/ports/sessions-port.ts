import type {
  ChildInfo,
  ContextInfo,
  ExportFormat,
  FoundSession,
  MessagePage,
  SessionInfo,
} from "@hermes/client/contract";

/** The kept sessions. Who may see which one is decided before it is asked, by `userId` and `platform` of what `get` gives. */
export interface SessionsPort {
  /**
   * The last active first, without those that work for others.
   *
   * @param options.userId Only sessions of the platform `api` that this user began. Absent: all.
   */
  list(options: {
    readonly offset: number;
    readonly limit: number;
    readonly userId?: string | undefined;
    readonly platform?: string | undefined;
  }): Promise<readonly SessionInfo[]>;
  /** @param id A whole id. */
  get(id: string): Promise<SessionInfo | undefined>;
  /**
   * @param options.before Messages before this one; without it and `after`, the newest.
   * @param options.after Messages after this one.
   * @returns undefined where the session has no such message.
   */
  messages(
    id: string,
    options: {
      readonly before?: number | undefined;
      readonly after?: number | undefined;
      readonly limit: number;
    },
  ): Promise<MessagePage | undefined>;
  /** The best first. @param options.userId As in `list`. */
  search(
    query: string,
    options: { readonly limit: number; readonly userId?: string | undefined },
  ): Promise<readonly FoundSession[]>;
  /**
   * A copy that goes on by itself.
   *
   * @param options.before It has the messages before this place in the history alone. @default all
   * @param options.beforeMessage The same by the id of the message there.
   * @param options.userId Of the copy.
   * @throws {HermesError} `API_NOT_FOUND` where the session has no such message, or has condensed it.
   */
  fork(
    id: string,
    options: {
      readonly before?: number | undefined;
      readonly beforeMessage?: number | undefined;
      readonly userId?: string | undefined;
    },
  ): Promise<SessionInfo>;
  /** Those that work for it, oldest first. */
  children(id: string): Promise<readonly ChildInfo[]>;
  context(id: string): Promise<ContextInfo>;
  rename(id: string, title: string): Promise<void>;
  /** For good. @throws {HermesError} `SESSION_BUSY` while a turn runs. */
  delete(id: string): Promise<void>;
  /** All of it, without secrets. */
  export(id: string, format: ExportFormat): Promise<string>;
}
