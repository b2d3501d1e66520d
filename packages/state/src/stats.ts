import type { Connection } from "./database/connect.ts";
import { lazy } from "./database/lazy.ts";
import type { SearchIndex } from "./search/search-index.ts";

/** How much is in a store. */
export interface Stats {
  readonly sessions: number;
  readonly messages: number;
  /** Size of the database without its write-ahead log. */
  readonly bytes: number;
  /** By the number of sessions, the most first. */
  readonly platforms: readonly {
    readonly platform: string;
    readonly sessions: number;
    readonly messages: number;
  }[];
  /** Start of the first session and last activity, in milliseconds since 1970; absent in an empty store. */
  readonly firstAt?: number | undefined;
  readonly lastAt?: number | undefined;
  /** False while the search index is incomplete: search then reads the rest of the messages itself. */
  readonly searchIndexComplete: boolean;
}

interface Row {
  readonly platform: string;
  readonly sessions: number;
  readonly messages: number;
  readonly first_at: number;
  readonly last_at: number;
}

export function createStats({ database, attempt }: Connection, index: SearchIndex): () => Stats {
  const select = lazy(() =>
    database.prepare<[], Row>(
      `SELECT platform, count(*) AS sessions, sum(message_count) AS messages, min(started_at) AS first_at,
         max(last_active_at) AS last_at FROM sessions GROUP BY platform ORDER BY sessions DESC, platform`,
    ),
  );
  return () =>
    attempt(() => {
      const rows = select().all();
      const pages = Number(database.pragma("page_count", { simple: true }));
      const size = Number(database.pragma("page_size", { simple: true }));
      return {
        sessions: rows.reduce((sum, row) => sum + row.sessions, 0),
        messages: rows.reduce((sum, row) => sum + row.messages, 0),
        bytes: pages * size,
        platforms: rows.map(({ platform, sessions, messages }) => ({ platform, sessions, messages })),
        ...(rows.length === 0
          ? {}
          : {
              firstAt: Math.min(...rows.map((row) => row.first_at)),
              lastAt: Math.max(...rows.map((row) => row.last_at)),
            }),
        searchIndexComplete: index.pendingTo() === 0,
      };
    });
}
