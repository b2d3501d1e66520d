import { createAddNote } from "./add-note.ts";
import type { Connection } from "./database/connect.ts";
import { once } from "./database/once.ts";
import type { CompressionEntry, Journal, JournalEntry, MessageEntry, StoredSession } from "./journal.ts";
import { createLiveHistory } from "./live-history.ts";
import { createMessageWriter } from "./message-writer.ts";
import type { SearchIndex } from "./search/search-index.ts";
import { createRunningSteps } from "./running-steps.ts";
import { createSessionHeads } from "./session-heads.ts";
import { sessionNotFound } from "./session-not-found.ts";

/** The journal over one connection. Statements are prepared once. */
export function createJournal({ database, attempt }: Connection, index: SearchIndex): Journal {
  const heads = createSessionHeads(database);
  const writer = createMessageWriter(database, index);
  const running = createRunningSteps(database);
  const history = createLiveHistory(database, writer);
  const keyOf = database.prepare<[string], number>("SELECT key FROM sessions WHERE id = ?").pluck();
  const markEnd = database
    .prepare<unknown[], number>("UPDATE sessions SET ended_at = ?, end_reason = ? WHERE id = ? RETURNING key")
    .pluck();

  const appendMessage = database.transaction((sessionId: string, entry: MessageEntry) => {
    const key = writer.append(sessionId, entry);
    if (entry.message.role === "assistant") running.endRequest(key);
    else if (entry.message.role === "tool") running.endCall(key, entry.message.callId);
  }).immediate;

  const note = once(() => createAddNote(database));
  const addNote = database.transaction((sessionId: string, text: string) => {
    note()(mustExist(keyOf.get(sessionId), sessionId), text);
  }).immediate;

  const endTurn = database.transaction(
    (sessionId: string, entry: JournalEntry & { readonly type: "turn-end" }) => {
      running.dropUnanswered(
        mustExist(markEnd.get(Math.round(entry.at), entry.reason, sessionId), sessionId),
      );
    },
  ).immediate;

  const compress = database.transaction((sessionId: string, entry: CompressionEntry) => {
    history.replace(mustExist(keyOf.get(sessionId), sessionId), entry);
  }).immediate;

  // One transaction, so that what another process writes meanwhile is seen whole or not at all.
  const load = database.transaction((sessionId: string): StoredSession | undefined => {
    const found = heads.find(sessionId);
    if (found === undefined) return undefined;
    const partial = running.partial(found.key);
    return {
      head: found.head,
      messages: history.messages(found.key),
      ...(partial === undefined ? {} : { partial }),
      startedCalls: running.startedCalls(found.key),
    };
  });

  function append(sessionId: string, entry: JournalEntry): void {
    switch (entry.type) {
      case "message":
        return index.guard(() => appendMessage(sessionId, entry));
      case "note":
        return addNote(sessionId, entry.text);
      case "partial":
        return running.keepPartial(sessionId, entry);
      case "request-start":
        return running.startRequest(sessionId, entry);
      case "tool-start":
        return running.startCall(sessionId, entry);
      case "compression":
        return compress(sessionId, entry);
      case "turn-end":
        return endTurn(sessionId, entry);
    }
  }

  return {
    create: (head) => attempt(() => heads.create(head)),
    load: (sessionId) => attempt(() => load(sessionId)),
    append: (sessionId, entry) => attempt(() => append(sessionId, entry)),
  };
}

function mustExist(key: number | undefined, sessionId: string): number {
  if (key === undefined) throw sessionNotFound(sessionId);
  return key;
}
