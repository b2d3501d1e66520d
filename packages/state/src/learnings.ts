import type { Connection } from "./database/connect.ts";
import { lazy } from "./database/lazy.ts";
import { fold } from "./search/fold.ts";
import { matches } from "./search/matches.ts";
import { parseQuery } from "./search/query.ts";
import type { LearningsTable } from "./tables.ts";

/** What went wrong once, and what helped. Times are milliseconds since 1970. */
export interface Learning {
  readonly id: number;
  /** A piece of the error's text by which it is known again. */
  readonly pattern: string;
  /** The kind of error, such as a code or the name of the tool; empty when any. */
  readonly errorType: string;
  readonly fix: string;
  readonly context: string;
  readonly tags: readonly string[];
  readonly createdAt: number;
  readonly lastUsedAt?: number | undefined;
  readonly timesUsed: number;
  readonly timesHelped: number;
}

export interface NewLearning {
  readonly pattern: string;
  readonly errorType?: string | undefined;
  readonly fix: string;
  readonly context?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly at: number;
}

export interface Learnings {
  /** Writes a learning. One of the same pattern and error type gets the new fix and keeps its counts. @returns Its id. */
  save(learning: NewLearning): number;
  /** Those whose pattern is in the text, whatever its case, and whose error type is this one or any; the longest pattern first. */
  match(error: { readonly text: string; readonly errorType?: string | undefined }): readonly Learning[];
  /** The last made first. @default limit 100 */
  list(options?: {
    readonly tag?: string | undefined;
    readonly limit?: number | undefined;
  }): readonly Learning[];
  /** Those that a query of `state.search` finds in any of their texts, the most helpful first. */
  search(query: string): readonly Learning[];
  /** Counts a use, and whether it helped. */
  noteUse(id: number, use: { readonly helped: boolean; readonly at: number }): void;
  /** A use that was counted already turns out to have helped. */
  noteHelp(id: number): void;
  remove(id: number): void;
}

export function createLearnings({ database, attempt }: Connection): Learnings {
  const statements = lazy(() => ({
    save: database
      .prepare<unknown[], number>(
        `INSERT INTO learnings (pattern, error_type, fix, context, tags, created_at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (pattern, error_type) DO UPDATE SET fix = excluded.fix, context = excluded.context, tags = excluded.tags
         RETURNING id`,
      )
      .pluck(),
    all: database.prepare<[], LearningsTable>(
      "SELECT * FROM learnings ORDER BY times_helped DESC, times_used DESC, id DESC",
    ),
    noteUse: database.prepare<[number, number, number]>(
      "UPDATE learnings SET times_used = times_used + 1, times_helped = times_helped + ?, last_used_at = ? WHERE id = ?",
    ),
    noteHelp: database.prepare<[number]>(
      "UPDATE learnings SET times_helped = min(times_helped + 1, times_used) WHERE id = ?",
    ),
    remove: database.prepare<[number]>("DELETE FROM learnings WHERE id = ?"),
  }));

  return {
    save: ({ pattern, errorType = "", fix, context = "", tags = [], at }) =>
      attempt(
        () =>
          statements().save.get(pattern, errorType, fix, context, JSON.stringify(tags), Math.round(at)) ?? 0,
      ),
    match: ({ text, errorType = "" }) =>
      attempt(() => {
        const folded = fold(text);
        return statements()
          .all.all()
          .filter(({ error_type: type }) => type === "" || type === errorType)
          .filter(({ pattern }) => folded.includes(fold(pattern)))
          .map(toLearning)
          .toSorted((left, right) => right.pattern.length - left.pattern.length);
      }),
    list: ({ tag, limit = 100 } = {}) =>
      attempt(() =>
        statements()
          .all.all()
          .map(toLearning)
          .filter(({ tags }) => tag === undefined || tags.includes(tag))
          .toSorted((left, right) => right.id - left.id)
          .slice(0, limit),
      ),
    search: (text) =>
      attempt(() => {
        const query = parseQuery(text);
        if (query === undefined) return [];
        return statements()
          .all.all()
          .map(toLearning)
          .filter((each) => matches(textsOf(each), query));
      }),
    noteUse: (id, { helped, at }) =>
      attempt(() => void statements().noteUse.run(helped ? 1 : 0, Math.round(at), id)),
    noteHelp: (id) => attempt(() => void statements().noteHelp.run(id)),
    remove: (id) => attempt(() => void statements().remove.run(id)),
  };
}

function textsOf({ pattern, errorType, fix, context, tags }: Learning): string {
  return [pattern, errorType, fix, context, ...tags].join("\n");
}

function toLearning(row: LearningsTable): Learning {
  return {
    id: row.id,
    pattern: row.pattern,
    errorType: row.error_type,
    fix: row.fix,
    context: row.context,
    // Written by `save`.
    tags: JSON.parse(row.tags) as readonly string[],
    createdAt: row.created_at,
    ...(row.last_used_at === null ? {} : { lastUsedAt: row.last_used_at }),
    timesUsed: row.times_used,
    timesHelped: row.times_helped,
  };
}
