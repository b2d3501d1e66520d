import type { Connection } from "../database/connect.ts";
import { lazy } from "../database/lazy.ts";
import type { AboutIndex } from "../search/about-index.ts";
import type { SearchIndex } from "../search/search-index.ts";
import { sessionNotFound } from "../session-not-found.ts";

/** Deletes a session with everything that was said in it, for good. What its calls cost stays in the sums. */
export function createDeleteSession(
  { database, attempt }: Connection,
  index: SearchIndex,
  about: AboutIndex,
): (sessionId: string) => void {
  const statements = lazy(() => ({
    keyOf: database.prepare<[string], number>("SELECT key FROM sessions WHERE id = ?").pluck(),
    messages: database.prepare<[number], { id: number; text: string; from_compression: number }>(
      "SELECT id, text, from_compression FROM messages WHERE session_key = ?",
    ),
    texts: database
      .prepare<[{ key: number }], number>(
        `SELECT system_key FROM sessions WHERE key = @key UNION SELECT tools_key FROM sessions WHERE key = @key
         UNION SELECT system_key FROM histories WHERE session_key = @key AND system_key IS NOT NULL
         UNION SELECT system_key FROM session_heads WHERE session_key = @key
         UNION SELECT tools_key FROM session_heads WHERE session_key = @key`,
      )
      .pluck(),
    removals: [
      "UPDATE usage SET session_key = NULL WHERE session_key = ?",
      "DELETE FROM running_calls WHERE session_key = ?",
      "DELETE FROM running_requests WHERE session_key = ?",
      "DELETE FROM session_leases WHERE session_key = ?",
      "DELETE FROM approvals WHERE session_id = (SELECT id FROM sessions WHERE key = ?)",
      "DELETE FROM session_heads WHERE session_key = ?",
      "DELETE FROM histories WHERE session_key = ?",
      "DELETE FROM messages WHERE session_key = ?",
      "DELETE FROM notices WHERE session_id = (SELECT id FROM sessions WHERE key = ?)",
      "DELETE FROM sessions WHERE key = ?",
    ].map((sql) => database.prepare<[number]>(sql)),
    unusedText: database.prepare<[{ key: number }]>(
      `DELETE FROM texts WHERE key = @key AND NOT EXISTS
         (SELECT 1 FROM sessions WHERE system_key = @key OR tools_key = @key)
         AND NOT EXISTS (SELECT 1 FROM histories WHERE system_key = @key)
         AND NOT EXISTS (SELECT 1 FROM session_heads WHERE system_key = @key OR tools_key = @key)`,
    ),
  }));

  const remove = database.transaction((sessionId: string) => {
    const { keyOf, messages, removals, texts, unusedText } = statements();
    const key = keyOf.get(sessionId);
    if (key === undefined) throw sessionNotFound(sessionId);
    for (const { id, text, from_compression } of messages.all(key))
      if (from_compression === 0) index.remove(id, text);
    about.forget(key);
    const used = texts.all({ key });
    for (const removal of removals) removal.run(key);
    for (const textKey of used) unusedText.run({ key: textKey });
    index.lower();
  }).immediate;

  return (sessionId) => attempt(() => index.guard(() => remove(sessionId)));
}
