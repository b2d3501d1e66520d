import type {
  JournalEntry,
  SessionHead,
  SessionJournal,
  SessionLeases,
  SessionNotices,
  SpendLedger,
  StoredSession,
} from "@hermes/agent-loop";
import type { Message } from "@hermes/models";
import type { ApprovalLog } from "@hermes/registry";
import type { Approvals, Journal, State } from "../src/index.ts";

// Compiled, never run: the journal fits agent-loop's port. Functions are compared as properties too, because methods
// alone are compared loosely.
declare const journal: Journal;
export const port: SessionJournal = journal;
export const create: (head: SessionHead, messages?: readonly Message[]) => void = journal.create;
export const load: (sessionId: string) => StoredSession | undefined = journal.load;
export const append: (sessionId: string, entry: JournalEntry, token?: number) => void = journal.append;
export const acquire: SessionLeases["acquire"] = journal.leases.acquire;
export const renew: SessionLeases["renew"] = journal.leases.renew;
export const release: SessionLeases["release"] = journal.leases.release;
export const record: SessionNotices["record"] = journal.notices.record;
export const withdraw: SessionNotices["withdraw"] = journal.notices.withdraw;
export const waiting: SessionNotices["waiting"] = journal.notices.waiting;
export const take: SessionNotices["take"] = journal.notices.take;
declare const spending: State["spending"];
export const reserve: SpendLedger["reserve"] = spending.reserve;
export const settle: SpendLedger["settle"] = spending.settle;
declare const approvals: Approvals;
export const log: ApprovalLog = approvals;
export const open: ApprovalLog["open"] = approvals.open;
export const answer: ApprovalLog["answer"] = approvals.answer;
export const close: ApprovalLog["close"] = approvals.close;
export const list: ApprovalLog["list"] = approvals.list;
