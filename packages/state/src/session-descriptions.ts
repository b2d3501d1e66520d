// Node 22 has toWellFormed; this repository compiles for ES2023.
/// <reference lib="es2024.string" />
import { HermesError } from "@hermes/registry/errors";
import type { Connection } from "./database/connect.ts";
import { lazy } from "./database/lazy.ts";
import type { AboutIndex } from "./search/about-index.ts";
import { sessionNotFound } from "./session-not-found.ts";
import { toSessionRecord, type SessionRow } from "./session-row.ts";
import type { SessionStore } from "./session-store.ts";
import { cleanTitle } from "./title.ts";

/** What is known about sessions besides what was said in them. */
export type SessionDescriptions = Pick<
  SessionStore,
  "setTitle" | "suggestTitle" | "unsummarized" | "setSummary" | "setTags"
>;

export function createSessionDescriptions(
  { database, attempt }: Connection,
  about: AboutIndex,
): SessionDescriptions {
  const setTitle = lazy(() =>
    database
      .prepare<[string, string], number>(
        "UPDATE sessions SET title = ?, title_chosen = 1 WHERE id = ? RETURNING key",
      )
      .pluck(),
  );
  const suggestTitle = lazy(() =>
    database
      .prepare<[string, string], number>(
        "UPDATE sessions SET title = ?, title_chosen = 2 WHERE id = ? AND title_chosen = 0 RETURNING key",
      )
      .pluck(),
  );
  const unsummarized = lazy(() =>
    database.prepare<unknown[], SessionRow>(
      `SELECT * FROM (SELECT * FROM sessions ORDER BY key DESC LIMIT 1000)
       WHERE message_count > summarized_count AND last_active_at < @before
         AND platform <> 'subagent' ORDER BY last_active_at DESC LIMIT @limit`,
    ),
  );
  const setSummary = lazy(() =>
    database
      .prepare<[string, string, string], number>(
        "UPDATE sessions SET summary = ?, keywords = ?, summarized_count = message_count WHERE id = ? RETURNING key",
      )
      .pluck(),
  );
  const setTags = lazy(() => database.prepare<[string, string]>("UPDATE sessions SET tags = ? WHERE id = ?"));

  const name = database.transaction((sessionId: string, title: string) => {
    about.note(mustExist(setTitle().get(title, sessionId), sessionId));
  }).immediate;

  const suggest = database.transaction((sessionId: string, title: string): boolean => {
    const key = suggestTitle().get(title, sessionId);
    if (key !== undefined) about.note(key);
    return key !== undefined;
  }).immediate;

  const summarize = database.transaction(
    (sessionId: string, summary: string, keywords: readonly string[]) => {
      const key = mustExist(setSummary().get(summary, JSON.stringify(keywords), sessionId), sessionId);
      about.note(key);
    },
  ).immediate;

  return {
    setTitle: (sessionId, title) =>
      attempt(() => {
        const clean = cleanTitle(title);
        if (clean === "") throw emptyTitle();
        name(sessionId, clean);
      }),
    suggestTitle: (sessionId, title) =>
      attempt(() => {
        const clean = cleanTitle(title);
        return clean !== "" && suggest(sessionId, clean);
      }),
    unsummarized: ({ before, limit = 20 }) =>
      attempt(() => unsummarized().all({ before, limit }).map(toSessionRecord)),
    setSummary: (sessionId, { summary, keywords }) =>
      attempt(() => summarize(sessionId, summary.toWellFormed().trim(), cleanList(keywords))),
    setTags: (sessionId, tags) =>
      attempt(() => {
        const { changes } = setTags().run(JSON.stringify(cleanList(tags)), sessionId);
        if (changes === 0) throw sessionNotFound(sessionId);
      }),
  };
}

function mustExist(key: number | undefined, sessionId: string): number {
  if (key === undefined) throw sessionNotFound(sessionId);
  return key;
}

function cleanList(items: readonly string[]): readonly string[] {
  return [...new Set(items.map((item) => item.toWellFormed().trim()))].filter((item) => item !== "");
}

function emptyTitle(): HermesError {
  return new HermesError("The title shows no character.", {
    code: "STATE_EMPTY_TITLE",
    hint: "Give a title with at least one visible character.",
  });
}
