import type { Message } from "@hermes/models";
import type { Database } from "./database/driver.ts";
import { createAddNote } from "./add-note.ts";
import { createSessionLeases } from "./create-session-leases.ts";
import { createNoticeTable } from "./notice-table.ts";
import { createSessionNotices } from "./create-session-notices.ts";
import type { Connection } from "./database/connect.ts";
import { lazy } from "./database/lazy.ts";
import { readOnlyError } from "./database/state-error.ts";
import type { Journal, JournalEntry, MessageEntry, SessionHead, StoredSession } from "./journal.ts";
import { createLiveHistory } from "./live-history.ts";
import { createMessageWriter } from "./message-writer.ts";
import type { SearchIndex } from "./search/search-index.ts";
import type { RequestLog } from "./request-log.ts";
import { createRunningSteps } from "./running-steps.ts";
import { createSessionHeads } from "./session-heads.ts";
import { sessionNotFound } from "./session-not-found.ts";

type EndEntry = Extract<JournalEntry, { readonly type: "turn-end" }>;
type Kept = Exclude<JournalEntry, { readonly type: "request-start" }>;

/** The journal over one connection. Statements are prepared once. */
export function createJournal(connection: Connection, index: SearchIndex, requests: RequestLog): Journal {
  const { database, attempt, readOnly } = connection;
  const heads = createSessionHeads(database);
  const writer = createMessageWriter(database, index);
  const running = createRunningSteps(database);
  const history = createLiveHistory(database, writer);
  const keyOf = database.prepare<[string], number>("SELECT key FROM sessions WHERE id = ?").pluck();
  const end = database.prepare("UPDATE sessions SET ended_at = ?, end_reason = ? WHERE id = ?");

  // Made with the first write.
  const leases = whenWritten(connection, createSessionLeases);
  const notices = whenWritten(connection, createNoticeTable);
  const note = lazy(() => createAddNote(database));

  function write(sessionId: string, entry: Kept): void {
    switch (entry.type) {
      case "message":
        return appendMessage(sessionId, entry);
      case "note":
        return note()(mustExist(keyOf.get(sessionId), sessionId), entry.text, entry.provenance);
      case "partial":
        return running.keepPartial(sessionId, entry);
      case "usage":
        return writer.addUsage(sessionId, entry);
      case "tool-start":
        return running.startCall(sessionId, entry);
      case "compression":
        return history.replace(mustExist(keyOf.get(sessionId), sessionId), entry);
      case "head":
        return heads.adopt(mustExist(keyOf.get(sessionId), sessionId), entry);
      case "turn-end":
        return markEnd(sessionId, entry);
    }
  }

  function appendMessage(sessionId: string, entry: MessageEntry): void {
    const key = writer.append(sessionId, entry);
    if (entry.message.role === "assistant") running.endRequest(key);
    else if (entry.message.role === "tool") running.endCall(key, entry.message.callId);
    if (entry.notices !== undefined) notices().deliver(sessionId, entry.notices, entry.at);
  }

  function markEnd(sessionId: string, { at, reason }: EndEntry): void {
    if (end.run(Math.round(at), reason, sessionId).changes === 0) throw sessionNotFound(sessionId);
  }

  const append = database.transaction((sessionId: string, entry: Kept, token?: number) => {
    leases().check(sessionId, token);
    write(sessionId, entry);
  }).immediate;

  function appendEntry(sessionId: string, entry: JournalEntry, token?: number): void {
    if (entry.type !== "request-start") return append(sessionId, entry, token);
    // Nothing of it is kept before it shows something, so no other writer is waited for: only whether it may be sent counts.
    leases().check(sessionId, token);
    mustExist(keyOf.get(sessionId), sessionId);
  }

  const create = database.transaction((head: SessionHead, messages: readonly Message[]) => {
    heads.create(head);
    for (const message of messages) writer.append(head.id, { type: "message", message, at: head.startedAt });
  }).immediate;

  // One transaction, so that what another process writes meanwhile is seen whole or not at all.
  const load = database.transaction((sessionId: string): StoredSession | undefined => {
    const found = heads.find(sessionId);
    if (found === undefined) return undefined;
    const partial = running.partial(found.key);
    const contextTokens = history.countedTokens(found.key);
    return {
      head: found.head,
      messages: history.messages(found.key),
      ...(contextTokens === undefined ? {} : { contextTokens }),
      ...(partial === undefined ? {} : { partial }),
      startedCalls: running.startedCalls(found.key),
    };
  });

  return {
    create: (head, messages = []) => attempt(() => index.guard(() => create(head, messages))),
    load: (sessionId) => attempt(() => load(sessionId)),
    append: (sessionId, entry, token) =>
      attempt(() => index.guard(() => appendEntry(sessionId, entry, token))),
    leases: attempting(attempt, leases),
    notices: createSessionNotices({ attempt, readOnly }, notices),
    lastPrefix: (sessionId) => requests.last(sessionId),
  };
}

/** The same, with what the database says of a failure in plain words. */
function attempting(
  attempt: Connection["attempt"],
  leases: () => ReturnType<typeof createSessionLeases>,
): Journal["leases"] {
  return {
    acquire: (sessionId, request) => attempt(() => leases().acquire(sessionId, request)),
    renew: (sessionId, token, expiresAt) => attempt(() => leases().renew(sessionId, token, expiresAt)),
    release: (sessionId, token) => attempt(() => leases().release(sessionId, token)),
    holder: (sessionId) => attempt(() => leases().holder(sessionId)),
  };
}

function mustExist(key: number | undefined, sessionId: string): number {
  if (key === undefined) throw sessionNotFound(sessionId);
  return key;
}

function whenWritten<Part>(
  { database, path, readOnly }: Connection,
  make: (database: Database) => Part,
): () => Part {
  return lazy(() => {
    if (readOnly) throw readOnlyError(path);
    return make(database);
  });
}
