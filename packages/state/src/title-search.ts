import type { Database } from "./database/driver.ts";
import { lazy } from "./database/lazy.ts";
import { fold } from "./search/fold.ts";
import { toSessionRecord, type SessionRow } from "./session-row.ts";
import type { SessionRecord } from "./session-store.ts";

/**
 * Sessions by their titles, the last active first: those that are called exactly so, else those with all words in their
 * title. Reads all titles; the search index knows chosen ones alone.
 */
export function createTitleSearch(
  database: Database,
): (title: string, limit: number) => readonly SessionRecord[] {
  const titles = lazy(() =>
    database.prepare<[], { key: number; title: string }>(
      "SELECT key, title FROM sessions WHERE title IS NOT NULL AND message_count > 0 ORDER BY last_active_at DESC, key DESC",
    ),
  );
  const session = lazy(() => database.prepare<[number], SessionRow>("SELECT * FROM sessions WHERE key = ?"));

  return (title, limit) => {
    const wanted = words(title);
    if (wanted.length === 0) return [];
    const equal: number[] = [];
    const partly: number[] = [];
    for (const row of titles().iterate()) {
      const folded = words(row.title);
      if (folded.join(" ") === wanted.join(" ")) equal.push(row.key);
      else if (wanted.every((word) => folded.some((each) => each.includes(word)))) partly.push(row.key);
    }
    const found = equal.length > 0 ? equal : partly;
    return found.slice(0, limit).flatMap((key) => {
      const row = session().get(key);
      return row === undefined ? [] : [toSessionRecord(row)];
    });
  };
}

function words(title: string): readonly string[] {
  return fold(title)
    .split(/\s+/)
    .filter((word) => word !== "");
}
