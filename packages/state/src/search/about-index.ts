import type { Connection } from "../database/connect.ts";
import { lazy } from "../database/lazy.ts";
import { isDamage } from "../database/is-damage.ts";
import { indexedText } from "./indexed-text.ts";

/** The index over what sessions are about: titles that were chosen, summaries and keywords. Small, and derived like the other one. */
export interface AboutIndex {
  /** Indexes a session anew. Works inside the caller's transaction. */
  note(sessionKey: number): void;
  /** Works inside the caller's transaction. */
  forget(sessionKey: number): void;
  /** Fills the index, which must be empty. Works inside the caller's transaction. */
  fill(): void;
}

/** @param onDamaged Called inside the transaction that found the index damaged; it goes on without the index. */
export function createAboutIndex({ database }: Connection, onDamaged: () => void): AboutIndex {
  const statements = lazy(() => ({
    read: database.prepare<[number], { title: string | null; summary: string | null; keywords: string }>(
      "SELECT iif(title_chosen, title, NULL) AS title, summary, keywords FROM sessions WHERE key = ?",
    ),
    write: database.prepare<[number, string]>(
      "INSERT OR REPLACE INTO session_words (rowid, text) VALUES (?, ?)",
    ),
    forget: database.prepare<[number]>("DELETE FROM session_words WHERE rowid = ?"),
    keys: database
      .prepare<[], number>("SELECT key FROM sessions WHERE title_chosen OR summary IS NOT NULL")
      .pluck(),
  }));

  function note(sessionKey: number): void {
    const row = statements().read.get(sessionKey);
    if (row === undefined) return;
    // Written by the session store.
    const keywords = JSON.parse(row.keywords) as readonly string[];
    statements().write.run(
      sessionKey,
      indexedText([row.title ?? "", row.summary ?? "", ...keywords].join("\n")),
    );
  }

  /** What the index is about is kept elsewhere: its damage keeps nothing from being stored. */
  function unlessDamaged(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!isDamage(error)) throw error;
      onDamaged();
    }
  }

  return {
    note: (sessionKey) => unlessDamaged(() => note(sessionKey)),
    forget: (sessionKey) => unlessDamaged(() => void statements().forget.run(sessionKey)),
    fill() {
      for (const key of statements().keys.all()) note(key);
    },
  };
}
