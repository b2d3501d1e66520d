import type { Message } from "@hermes/models";
import type { Connection } from "../database/connect.ts";
import { lazy } from "../database/lazy.ts";
import type { SessionHead } from "../journal.ts";
import { createMessageWriter } from "../message-writer.ts";
import type { AboutIndex } from "../search/about-index.ts";
import type { SearchIndex } from "../search/search-index.ts";
import { createSessionHeads } from "../session-heads.ts";
import { cleanTitle } from "../title.ts";
import { commonBeginning, type ComparedRow } from "./common-beginning.ts";

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
   * Writes a session, or what is new in it since the last time, in transactions of some milliseconds. When the session
   * was continued here and its source went on too, or was rewritten, both stay: what is new in the source becomes a
   * session of its own, `<id>-original`, that points back and begins with what both have in common.
   *
   * @param source Names the file; a session of the same id that is not from it is left alone.
   * @param pause Awaited between two transactions; what it throws ends the import, and another run goes on.
   * @returns How many messages were added; undefined when the session is of another origin.
   */
  write(source: string, session: ImportedSession, pause: () => Promise<void>): Promise<number | undefined>;
}

/** Messages in one transaction, which takes some five milliseconds. */
const messagesAtOnce = 40;

/** Where the next message of the source belongs. */
interface Place {
  readonly id: string;
  readonly key: number;
  /** Messages of the source that are stored: in common with other sessions, and in this one. */
  readonly shared: readonly number[];
  readonly next: number;
}

interface FoundSession {
  readonly key: number;
  readonly imported_from: string | null;
  readonly title: string | null;
}

export function createImportWriter(
  { database, attempt }: Connection,
  index: SearchIndex,
  about: AboutIndex,
): ImportWriter {
  const heads = createSessionHeads(database);
  const writer = lazy(() => createMessageWriter(database, index));
  const statements = lazy(() => prepare(database));

  /** Finds the session that holds the beginning of the source and nothing else; makes it where there is none. */
  const findPlace = database.transaction((source: string, session: ImportedSession): Place | undefined => {
    const { find, rows } = statements();
    const shared: number[] = [];
    for (let branch = 0; ; branch++) {
      const id = branch === 0 ? session.head.id : branchId(session.head.id, branch);
      const found = find.get(id) ?? begin(source, { session, id, shared });
      if (found.imported_from !== source) return undefined;
      const stored = rows.all(found.key);
      const common = commonBeginning(stored, session.messages.slice(shared.length));
      const next = shared.length + common;
      if (common === stored.length || next === session.messages.length)
        return { id, key: found.key, shared, next };
      shared.push(...stored.slice(0, common).map((row) => row.id));
    }
  }).immediate;

  /** Makes the session; one that branches off begins with what it has in common with the others. */
  function begin(
    source: string,
    { session, id, shared }: { session: ImportedSession; id: string; shared: readonly number[] },
  ): FoundSession {
    const { find, mark, history } = statements();
    const { head, messages } = session;
    const isBranch = id !== head.id;
    heads.create(isBranch ? { ...head, id, parentId: head.id } : head);
    mark.run(source, id);
    const found = find.get(id);
    if (found === undefined) throw new Error(`The session ${id} was not made.`);
    if (isBranch) {
      const live = shared.filter((_, place) => messages[place]?.live !== false);
      history.run(found.key, "branch", JSON.stringify(live), head.startedAt);
      const title = session.title ?? find.get(head.id)?.title ?? head.id;
      statements().title.run(cleanTitle(`${title} (continued in the original)`), 2, found.key);
    }
    return found;
  }

  const writeSome = database.transaction((session: ImportedSession, place: Place): Place => {
    const end = Math.min(place.next + messagesAtOnce, session.messages.length);
    for (const { message, at } of session.messages.slice(place.next, end))
      writer().append(place.id, { type: "message", message, at });
    const written = { ...place, next: end };
    if (end === session.messages.length) finish(session, written);
    return written;
  }).immediate;

  function finish({ head, title, endReason, messages }: ImportedSession, { id, key, shared }: Place): void {
    const { ids, history, end, title: setTitle } = statements();
    if (endReason !== undefined) end.run(endReason, key);
    if (id === head.id && title !== undefined && cleanTitle(title) !== "")
      setTitle.run(cleanTitle(title), 1, key);
    about.note(key);
    if (messages.every(({ live }) => live)) return;
    const all = [...shared, ...ids.all(key)];
    const live = all.filter((_, place) => messages[place]?.live !== false);
    history.run(key, "import", JSON.stringify(live), head.startedAt);
  }

  return {
    async write(source, session, pause) {
      let place = attempt(() => findPlace(source, session));
      if (place === undefined) return undefined;
      const first = place.next;
      while (place.next < session.messages.length) {
        const from: Place = place;
        place = attempt(() => index.guard(() => writeSome(session, from)));
        // oxlint-disable-next-line no-await-in-loop -- room for other work between two transactions
        await pause();
      }
      return place.next - first;
    },
  };
}

function branchId(id: string, branch: number): string {
  return `${id}-original${branch === 1 ? "" : `-${branch}`}`;
}

function prepare(database: Connection["database"]) {
  return {
    find: database.prepare<[string], FoundSession>(
      "SELECT key, imported_from, title FROM sessions WHERE id = ?",
    ),
    mark: database.prepare("UPDATE sessions SET imported_from = ? WHERE id = ?"),
    // What somebody chose here stays.
    title: database.prepare(
      "UPDATE sessions SET title = ?, title_chosen = ? WHERE key = ? AND title_chosen <> 1",
    ),
    end: database.prepare("UPDATE sessions SET ended_at = last_active_at, end_reason = ? WHERE key = ?"),
    rows: database.prepare<[number], ComparedRow>(
      `SELECT id, role, text, body, tool_name, tool_call_id, finish_reason, provenance FROM messages
       WHERE session_key = ? AND from_compression = 0 ORDER BY id`,
    ),
    ids: database
      .prepare<[number], number>(
        "SELECT id FROM messages WHERE session_key = ? AND from_compression = 0 ORDER BY id",
      )
      .pluck(),
    history: database.prepare(
      `INSERT INTO histories (session_key, reason, message_ids, after_id, at)
       VALUES (?, ?, ?, (SELECT coalesce(max(id), 0) FROM messages), ?)`,
    ),
  };
}
