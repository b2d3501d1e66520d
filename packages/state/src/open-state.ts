import type { Kysely } from "kysely";
import { createApprovals, type Approvals } from "./approvals.ts";
import { createAudit, type Audit } from "./audit.ts";
import { createLearnings, type Learnings } from "./learnings.ts";
import { createUsageLog, type UsageLog } from "./usage-log.ts";
import { createRequestLog, type RequestLog } from "./request-log.ts";
import { createJournal } from "./create-journal.ts";
import { HermesError } from "@hermes/registry";
import type { Provenance } from "@hermes/registry";
import { createSourcesOf } from "./sources-of-sessions.ts";
import { createMessageReader } from "./create-message-reader.ts";
import { checkNode } from "./database/check-node.ts";
import { connect, type Connection, type StateWarningCode } from "./database/connect.ts";
import { checkParts, type PartMigrations } from "./database/part-migrations.ts";
import { createAboutIndex } from "./search/about-index.ts";
import { createIndexing, type RebuildOptions } from "./search/indexing.ts";
import { createSearchIndex } from "./search/search-index.ts";
import { createSearch } from "./search/search-messages.ts";
import type { SearchOptions, SearchResult } from "./search/search-result.ts";
import type { Journal } from "./journal.ts";
import { createMessageWindow, type MessageWindow, type WindowOptions } from "./message-window.ts";
import { createOriginals, type Originals } from "./originals.ts";
import { createPartAccess, type PartTables } from "./part-transaction.ts";
import { createQueries } from "./queries.ts";
import { createSessionStore } from "./create-session-store.ts";
import type { SessionStore } from "./session-store.ts";
import { createBackups, type BackupOptions, type SnapshotOptions } from "./safety/backup.ts";
import { createCheckPages, type CheckPagesOptions, type DamagedTable } from "./safety/check-pages.ts";
import { createRedact, type RedactOptions, type RedactReport } from "./safety/redact.ts";
import { createSpendLedger, type SpendLedger } from "./spend-ledger.ts";
import { createStats, type Stats } from "./stats.ts";
import { createDeleteSession } from "./transfer/delete-sessions.ts";
import { exportSession, type ExportFormat, type ExportSessionOptions } from "./transfer/export-session.ts";
import { importOriginal, type ImportOptions, type ImportReport } from "./transfer/import-original.ts";
import { createImportWriter } from "./transfer/import-writer.ts";
import type { StoredMessage } from "./stored-message.ts";
import type { StateTables } from "./tables.ts";

export interface OpenStateOptions {
  /** A file, created with its folder when it is missing; or `:memory:`. */
  readonly path: string;
  /**
   * `normal`: what is acknowledged survives the death of the process. `full`: also power loss, at some milliseconds a
   * write on a slow disk.
   * @default "normal"
   */
  readonly synchronous?: "normal" | "full" | undefined;
  /** How long a write waits for another process before it fails with `STATE_LOCKED`. @default 1_500 */
  readonly busyTimeoutMs?: number | undefined;
  /** Tables that other parts keep in the store. A part that a newer version wrote makes the whole store read-only. */
  readonly migrations?: readonly PartMigrations[] | undefined;
  /**
   * Begins at once to fill what the search index lacks, in the background. Where false, nothing happens before
   * `rebuildSearch`; searches read what is missing themselves, and find the same.
   *
   * @default true
   */
  readonly fillIndexAtOnce?: boolean | undefined;
  /** Called with one sentence about what does not work as it should, though the store opens. Must not throw. */
  readonly onWarning?: ((message: string, code?: StateWarningCode) => void) | undefined;
}

/** An open store. Everything but `kysely` and closing is synchronous: what returned is stored. */
export interface State extends Originals, AsyncDisposable {
  readonly path: string;
  /** True when the file can't be written, or was written by a newer version. */
  readonly readOnly: boolean;
  readonly journal: Journal;
  readonly sessions: SessionStore;
  /** What went wrong once, and what helped. */
  readonly learnings: Learnings;
  /** Who asked for what, and who decided what and why. */
  readonly audit: Audit;
  /** Questions to people, and what came of them. */
  readonly approvals: Approvals;
  /** What calls of models and tools cost, one by one and in sums. */
  readonly usage: UsageLog;
  /** The requests of sessions one by one: what each began with, and what it cost. */
  readonly requests: RequestLog;
  /** What models could cost and did cost, counted against caps. */
  readonly spending: SpendLedger;
  /**
   * Everything that was ever written to a session, oldest first, also what a compression left behind.
   * Empty when there is no such session.
   */
  messages(sessionId: string): readonly StoredMessage[];
  /** Untrusted sources of all that was said in these sessions. */
  sourcesOf(sessionIds: readonly string[]): readonly Provenance[];
  /** A piece of a session; undefined when there is no such session, or no such message in it. */
  window(sessionId: string, options?: WindowOptions): MessageWindow | undefined;
  /**
   * Finds messages in every script: words (all must be there), "phrases", `AND`, `OR`, `NOT`, parentheses, `beginn*`;
   * parts of identifiers and paths, and of scripts without spaces, down to one sign. Case and accents make no
   * difference. Any text is a query: what can't be understood is taken as words.
   *
   * @example `state.search('"out of memory" NOT browser', { roles: ["tool"], platforms: ["cli"] })`
   */
  search(query: string, options?: SearchOptions): SearchResult;
  /**
   * Completes the search index, or builds it anew, in small steps between which everybody can read and write. A store
   * does so by itself in the background when something is missing.
   */
  rebuildSearch(options?: RebuildOptions): Promise<void>;
  /**
   * Everything that was said in a session as a text that ends with a line break. `jsonl`: one message per line, as it can
   * be imported again; `sharegpt`: one line of JSON for training; `markdown`: for people. Calls made by scripts are given
   * by whoever keeps them; `sharegpt` leaves them out.
   *
   * @throws {HermesError} `STATE_SESSION_NOT_FOUND`, `STATE_UNKNOWN_FORMAT`.
   */
  exportSession(sessionId: string, format: ExportFormat, options?: ExportSessionOptions): string;
  /**
   * Imports sessions of the Python Hermes: a transcript with one message per line, a folder of them, or its `state.db`.
   * The source is only read. What is there already is not imported again, so that a run that was stopped goes on.
   *
   * @throws {HermesError} `STATE_IMPORT_UNREADABLE`, and what `journal.append` throws.
   */
  importOriginal(path: string, options?: ImportOptions): Promise<ImportReport>;
  stats(): Stats;
  /** Writes a copy of the store as one file for its owner alone, while others go on writing. Replaces a file that is there. */
  backup(path: string, options?: BackupOptions): Promise<void>;
  /**
   * Writes a copy beside the store, into the folder `<path>.snapshots`, and deletes older ones: the last three stay when
   * they take less than a gigabyte, else the last one.
   *
   * @returns Its path; undefined when the last one is younger than `olderThanMs`, or the store is in memory.
   */
  snapshot(options?: SnapshotOptions): Promise<string | undefined>;
  /**
   * Reads every page, in a process of its own. Where one of the search index is damaged, that is built anew in the
   * background.
   *
   * @returns The tables that are damaged; empty when all are sound.
   */
  checkPages(options?: CheckPagesOptions): Promise<readonly DamagedTable[]>;
  /**
   * Overwrites a text, such as a secret, by `[redacted]` wherever it stands: the one rewrite there is. Afterwards it is
   * nowhere in the files of the store, its log, its index and its snapshots; backups elsewhere are not known here.
   *
   * @throws {HermesError} `STATE_TEXT_TOO_SHORT`; `STATE_LOCKED` when another program keeps the log from being emptied.
   */
  redact(text: string, options?: RedactOptions): Promise<RedactReport>;
  /**
   * Runs `work` in one transaction over the tables that a part brought with `migrations`; all of it is stored, or
   * nothing. `work` must not wait.
   */
  transaction<Result>(work: (tables: PartTables) => Result): Result;
  /** Reads tables that a part brought, without a lock: nobody waits for it. */
  read<Result>(work: (tables: Pick<PartTables, "all">) => Result): Result;
  /**
   * A typed query builder for questions of one's own, over a connection of its own that can't write.
   * For `:memory:` it shares the store's connection.
   */
  kysely(): Promise<Kysely<StateTables>>;
  /** Closes the file. A second call does nothing; everything else then throws `STATE_CLOSED`. */
  close(): void;
}

/**
 * Opens a store of sessions and messages.
 *
 * @throws {HermesError} `STATE_NODE_TOO_OLD`, `STATE_FOREIGN`, `STATE_NOT_A_DATABASE`, `STATE_DAMAGED`, `STATE_CANNOT_OPEN`, `STATE_LOCKED`,
 * `STATE_DISK_FULL`.
 * @example See examples/basic.ts
 */
export function openState(options: OpenStateOptions): State {
  checkNode();
  checkPath(options);
  checkParts(options.migrations ?? []);
  const connection = connect({
    path: options.path,
    synchronous: options.synchronous ?? "normal",
    busyTimeoutMs: options.busyTimeoutMs ?? 1_500,
    onWarning: options.onWarning ?? (() => undefined),
    parts: options.migrations,
  });
  try {
    // A page that is broken may be needed before anything is asked.
    return connection.attempt(() => stateOver(connection, options));
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** For programs that no compiler has read. */
function checkPath(options: OpenStateOptions | undefined): void {
  if (typeof options?.path === "string" && options.path !== "") return;
  throw new HermesError("The store has no path.", {
    code: "STATE_CANNOT_OPEN",
    hint: 'Give openState({ path }) the path of a file, or ":memory:" for a store that ends with the process.',
  });
}

function stateOver(connection: Connection, { fillIndexAtOnce = true }: OpenStateOptions): State {
  const queries = createQueries(connection);
  const about = createAboutIndex(connection, () => index.markDamaged());
  const index = createSearchIndex(connection, {
    onDamaged: () => indexing.start(),
    onReset: () => about.fill(),
  });
  const indexing = createIndexing(connection, index);
  const requests = createRequestLog(connection);
  const backups = createBackups(connection);
  const deleteSession = createDeleteSession(connection, index, about);
  const importWriter = createImportWriter(connection, index, about);
  const close = (): void => {
    indexing.stop();
    queries.close();
    connection.close();
  };
  if (fillIndexAtOnce) indexing.start();
  const state: State = {
    path: connection.path,
    readOnly: connection.readOnly,
    journal: createJournal(connection, index, requests),
    requests,
    sessions: createSessionStore(connection, { about, deleteSession }),
    learnings: createLearnings(connection),
    approvals: createApprovals(connection),
    audit: createAudit(connection),
    usage: createUsageLog(connection),
    spending: createSpendLedger(connection),
    messages: createMessageReader(connection),
    sourcesOf: createSourcesOf(connection),
    window: createMessageWindow(connection),
    ...createOriginals(connection),
    search: createSearch(connection, index),
    rebuildSearch: indexing.rebuild,
    ...createPartAccess(connection),
    exportSession: (sessionId, format, exportOptions) =>
      exportSession(state, sessionId, format, exportOptions),
    importOriginal: (path, importOptions) => importOriginal(importWriter, path, importOptions),
    stats: createStats(connection, index),
    backup: backups.backup,
    snapshot: backups.snapshot,
    checkPages: createCheckPages(connection, index),
    redact: createRedact(connection, { index, indexing, backups }),
    kysely: queries.open,
    close,
    [Symbol.asyncDispose]: async () => close(),
  };
  return state;
}
