import type { Message } from "@hermes/models";
import type { Connection } from "../database/connect.ts";
import { once } from "../database/once.ts";
import type { SessionHead } from "../journal.ts";
import { createMessageWriter } from "../message-writer.ts";
import type { AboutIndex } from "../search/about-index.ts";
import type { SearchIndex } from "../search/search-index.ts";
import { createSessionHeads } from "../session-heads.ts";
import { cleanTitle } from "../title.ts";

export interface ImportedMessage {
  readonly message: Message;
  readonly at: number;
  /** False for what the person took back: kept, but no part of the live history. */
  readonly live: boolean;
}

export interface ImportedSession {
  readonly head: SessionHead;
  readonly title?: string | undefined;
  readonly endReason?: string | undefined;
  readonly messages: readonly ImportedMessage[];
}

export interface ImportWriter {
  /**
   * Writes a session, or what is new in it since the last time, in one transaction.
   *
   * @param source Names the file; a session of the same id that is not from it is left alone.
   * @returns How many messages were added; undefined when the session is of another origin.
   */
  write(source: string, session: ImportedSession): number | undefined;
}

export function createImportWriter(
  connection: Connection,
  index: SearchIndex,
  about: AboutIndex,
): ImportWriter {
  const { database, attempt } = connection;
  const heads = createSessionHeads(database);
  const writer = once(() => createMessageWriter(database, index));
  const statements = once(() => ({
    find: database.prepare<[string], { key: number; imported_from: string | null; message_count: number }>(
      "SELECT key, imported_from, message_count FROM sessions WHERE id = ?",
    ),
    mark: database.prepare("UPDATE sessions SET imported_from = ? WHERE id = ?"),
    title: database.prepare("UPDATE sessions SET title = ?, title_chosen = 1 WHERE key = ?"),
    end: database.prepare("UPDATE sessions SET ended_at = last_active_at, end_reason = ? WHERE key = ?"),
    ids: database
      .prepare<[number], number>(
        "SELECT id FROM messages WHERE session_key = ? AND from_compression = 0 ORDER BY id",
      )
      .pluck(),
    history: database.prepare(
      `INSERT INTO histories (session_key, reason, message_ids, after_id, at)
       VALUES (?, 'import', ?, (SELECT max(id) FROM messages), ?)`,
    ),
  }));

  const write = database.transaction((source: string, session: ImportedSession): number | undefined => {
    const { find, mark, title, end, ids, history } = statements();
    const { head, messages } = session;
    let found = find.get(head.id);
    if (found === undefined) {
      heads.create(head);
      mark.run(source, head.id);
      found = find.get(head.id);
    }
    if (found === undefined || found.imported_from !== source) return undefined;
    const added = messages.slice(found.message_count);
    for (const { message, at } of added) writer().append(head.id, { type: "message", message, at });
    if (session.title !== undefined && cleanTitle(session.title) !== "") {
      title.run(cleanTitle(session.title), found.key);
      about.note(found.key);
    }
    if (session.endReason !== undefined) end.run(session.endReason, found.key);
    if (added.length > 0 && messages.some(({ live }) => !live)) {
      const live = ids.all(found.key).filter((_, place) => messages[place]?.live !== false);
      history.run(found.key, JSON.stringify(live), head.startedAt);
    }
    return added.length;
  }).immediate;

  return { write: (source, session) => attempt(() => index.guard(() => write(source, session))) };
}
