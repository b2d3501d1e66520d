/** Sessions and messages in SQLite, written before anything depends on them. */
export { openState } from "./open-state.ts";
export type { OpenStateOptions, State } from "./open-state.ts";
export type { StateWarningCode } from "./database/connect.ts";
export type {
  HeadEntry,
  Journal,
  JournalEntry,
  MessageEntry,
  PromptPart,
  SessionHead,
  StoredSession,
} from "./journal.ts";
export type { PartMigrations } from "./database/part-migrations.ts";
export { sessionSearchTool } from "./session-search-tool.ts";
export type { SessionSearchOptions } from "./session-search-tool.ts";
export type { Notice, SessionNotices } from "./session-notices.ts";
export type { LiveId, OriginalRange, Originals } from "./originals.ts";
export type { MessageWindow, WindowOptions } from "./message-window.ts";
export type { Approvals } from "./approvals.ts";
export type { Audit, AuditEntry, AuditFilter, StoredAuditEntry } from "./audit.ts";
export type { Learning, Learnings, NewLearning } from "./learnings.ts";
export type {
  OpenReservation,
  SpendAmount,
  SpendCaps,
  SpendLedger,
  SpendOwner,
  SpendRefusal,
  SpendRequest,
  SpendReservation,
  SpendScope,
  SpendSum,
} from "./spend-ledger.ts";
export type { LoggedRequest, RequestLog } from "./request-log.ts";
export type { LastPrefix, RequestPrefix } from "./request-prefix.ts";
export type { UsageEntry, UsageKey, UsageLog, UsageQuery, UsageSum } from "./usage-log.ts";
export { checkBackup, restoreState, snapshotsOf } from "./safety/backup.ts";
export type { BackupFacts, BackupOptions, RestoreOptions, SnapshotOptions } from "./safety/backup.ts";
export type { CheckPagesOptions, DamagedTable } from "./safety/check-pages.ts";
export type { RedactOptions, RedactReport } from "./safety/redact.ts";
export type { Stats } from "./stats.ts";
export { createInnerCallReader } from "./transfer/export-session.ts";
export type { ExportFormat, ExportSessionOptions, InnerCall, InnerCalls } from "./transfer/export-session.ts";
export type {
  ImportOptions,
  ImportProgress,
  ImportReport,
  SkippedImport,
} from "./transfer/import-original.ts";
export type { PartTables, SqlValue } from "./part-transaction.ts";
export type { RebuildOptions } from "./search/indexing.ts";
export type {
  MessageRole,
  SearchFilter,
  SearchHit,
  SearchOptions,
  SearchResult,
  SessionHits,
} from "./search/search-result.ts";
export type {
  SessionFilter,
  SessionRecord,
  SessionStore,
  SessionSummary,
  PruneOptions,
} from "./session-store.ts";
export type { StoredMessage } from "./stored-message.ts";
export type {
  ApprovalsTable,
  AuditTable,
  HistoriesTable,
  LearningsTable,
  MessagesTable,
  NoticesTable,
  RunningCallsTable,
  RunningRequestsTable,
  SessionsTable,
  SpendTable,
  StateTables,
  UsageTable,
} from "./tables.ts";
