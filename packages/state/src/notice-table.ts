import type { Database } from "./database/driver.ts";
import type { Notice, SessionNotices } from "./session-notices.ts";

export interface NoticeTable extends Omit<SessionNotices, "watch"> {
  /** Part of the transaction that writes the message which tells them. */
  deliver(sessionId: string, ids: readonly string[], at: number): void;
}

/** Notices over one connection. Not for a store that is only read: it may be of an older version, without the table. */
export function createNoticeTable(database: Database): NoticeTable {
  const put = database.prepare(
    `INSERT INTO notices (session_id, id, source, text, at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (session_id, id) DO UPDATE SET text = excluded.text, at = excluded.at WHERE taken = 0`,
  );
  const drop = database.prepare("DELETE FROM notices WHERE session_id = ? AND id = ? AND taken = 0");
  const select = database.prepare<[string], Notice & { readonly taken: number }>(
    "SELECT id, source, text, at, taken FROM notices WHERE session_id = ? AND delivered_at IS NULL ORDER BY key",
  );
  const markTaken = database.prepare(
    "UPDATE notices SET taken = 1 WHERE session_id = ? AND delivered_at IS NULL AND taken = 0",
  );
  const markDelivered = database.prepare(
    "UPDATE notices SET taken = 1, delivered_at = ? WHERE session_id = ? AND id = ? AND delivered_at IS NULL",
  );

  const waiting = (sessionId: string): readonly Notice[] =>
    select.all(sessionId).map(({ id, source, text, at }) => ({ id, source, text, at }));
  const takeAll = database.transaction((sessionId: string) => {
    markTaken.run(sessionId);
    return waiting(sessionId);
  }).immediate;

  return {
    record: (sessionId, { id, source, text, at }) =>
      put.run(sessionId, id, source, text, Math.round(at)).changes > 0,
    withdraw: database.transaction((sessionId: string, ids: readonly string[]) => {
      for (const id of ids) drop.run(sessionId, id);
    }).immediate,
    waiting,
    // At nearly every boundary there is nothing: looking costs no write.
    take: (sessionId) => (select.get(sessionId) === undefined ? [] : takeAll(sessionId)),
    deliver(sessionId, ids, at) {
      for (const id of ids) markDelivered.run(Math.round(at), sessionId, id);
    },
  };
}
