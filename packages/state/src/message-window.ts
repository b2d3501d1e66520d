import type { Connection } from "./database/connect.ts";
import { lazy } from "./database/lazy.ts";
import { toStoredMessage, type MessageRow } from "./create-message-reader.ts";
import type { StoredMessage } from "./stored-message.ts";

export interface WindowOptions {
  /** Id of the message to begin at, or the last one. @default the first of the session */
  readonly around?: number | "last" | undefined;
  /** Messages before that one. @default 0 */
  readonly before?: number | undefined;
  /** Messages after that one. @default 20 */
  readonly after?: number | undefined;
}

/** A piece of what was said in a session, oldest first, without what a compression wrote. */
export interface MessageWindow {
  readonly messages: readonly StoredMessage[];
  /** How many there are before the first of `messages`. */
  readonly earlier: number;
  /** How many there are after the last of `messages`. */
  readonly later: number;
}

/** Reads a piece of a session. Undefined when there is no such session, or no such message in it. */
export function createMessageWindow({
  database,
  attempt,
}: Connection): (sessionId: string, options?: WindowOptions) => MessageWindow | undefined {
  const said = "FROM messages WHERE session_key = ? AND from_compression = 0";
  const statements = lazy(() => ({
    keyOf: database.prepare<[string], number>("SELECT key FROM sessions WHERE id = ?").pluck(),
    first: database.prepare<[number], number | null>(`SELECT min(id) ${said}`).pluck(),
    last: database.prepare<[number], number | null>(`SELECT max(id) ${said}`).pluck(),
    before: database.prepare<[number, number, number], MessageRow>(
      `SELECT * ${said} AND id < ? ORDER BY id DESC LIMIT ?`,
    ),
    from: database.prepare<[number, number, number], MessageRow>(
      `SELECT * ${said} AND id >= ? ORDER BY id LIMIT ?`,
    ),
    earlier: database.prepare<[number, number], number>(`SELECT count(*) ${said} AND id < ?`).pluck(),
    later: database.prepare<[number, number], number>(`SELECT count(*) ${said} AND id > ?`).pluck(),
  }));

  const read = database.transaction(
    (sessionId: string, { around, before = 0, after = 20 }: WindowOptions): MessageWindow | undefined => {
      const { keyOf, first, last, ...read } = statements();
      const key = keyOf.get(sessionId);
      if (key === undefined) return undefined;
      const start = around === "last" ? last.get(key) : (around ?? first.get(key));
      if (start === null || start === undefined) return { messages: [], earlier: 0, later: 0 };
      const rows = [
        ...read.before.all(key, start, before).toReversed(),
        ...read.from.all(key, start, after + 1),
      ];
      const [oldest] = rows;
      const newest = rows.at(-1);
      if (oldest === undefined || newest === undefined || !rows.some(({ id }) => id === start))
        return undefined;
      return {
        messages: rows.map(toStoredMessage),
        earlier: read.earlier.get(key, oldest.id) ?? 0,
        later: read.later.get(key, newest.id) ?? 0,
      };
    },
  );

  return (sessionId, options = {}) => attempt(() => read(sessionId, options));
}
