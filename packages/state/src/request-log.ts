import type { Usage } from "@hermes/models";
import type { Connection } from "./database/connect.ts";
import { lazy } from "./database/lazy.ts";
import type { LastPrefix, RequestPrefix } from "./request-prefix.ts";

/** A request of a session's own turns that was answered. */
export interface LoggedRequest {
  /** When the answer was there, in milliseconds since 1970. */
  readonly at: number;
  readonly model: string;
  readonly usage: Usage;
  /** Absent: it was sent before this was kept. */
  readonly prefix?: RequestPrefix | undefined;
}

export interface RequestLog {
  /** Those of a session, in their order. */
  list(sessionId: string): readonly LoggedRequest[];
  last(sessionId: string): LastPrefix | undefined;
}

interface RequestRow {
  readonly at: number;
  readonly name: string;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_tokens: number;
  readonly cache_write_tokens: number;
  readonly reasoning_tokens: number;
  readonly cost_usd: number | null;
  readonly prefix: string | null;
}

/** See `schemaV13`: a store of an older version that can't be written has no such column. */
const sinceVersion = 13;

/** Reads what `usage-rows.ts` writes. */
export function createRequestLog({ database, attempt }: Connection): RequestLog {
  const rows = lazy(() => {
    const version = Number(database.pragma("user_version", { simple: true }));
    return database.prepare<[string], RequestRow>(
      `SELECT at, name, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, reasoning_tokens, cost_usd,
         ${version >= sinceVersion ? "prefix" : "NULL AS prefix"}
       FROM usage WHERE session_key = (SELECT key FROM sessions WHERE id = ?) AND kind = 'model' AND purpose IS NULL
       ORDER BY id`,
    );
  });
  const shortened = lazy(() =>
    database
      .prepare<[string], number>(
        "SELECT max(at) FROM histories WHERE session_key = (SELECT key FROM sessions WHERE id = ?)",
      )
      .pluck(),
  );

  return {
    list: (sessionId) => attempt(() => rows().all(sessionId).map(requestOf)),
    last: (sessionId) =>
      attempt(() => {
        let last: { readonly prefix: RequestPrefix; readonly messages: string } | undefined;
        for (const { prefix } of rows().iterate(sessionId)) {
          const read = prefixOf(prefix);
          if (read === undefined) continue;
          const chars = read.kept * fingerprintChars;
          last = { prefix: read, messages: (last?.messages.slice(0, chars) ?? "") + read.added };
        }
        return last && { ...last, compressed: (shortened().get(sessionId) ?? 0) >= last.prefix.sentAt };
      }),
  };
}

/** As agent-loop writes them. */
const fingerprintChars = 11;

function requestOf(row: RequestRow): LoggedRequest {
  const prefix = prefixOf(row.prefix);
  return {
    at: row.at,
    model: row.name,
    usage: {
      inputTokens: row.input_tokens,
      outputTokens: row.output_tokens,
      cacheReadTokens: row.cache_read_tokens,
      cacheWriteTokens: row.cache_write_tokens,
      reasoningTokens: row.reasoning_tokens,
      ...(row.cost_usd === null ? {} : { costUsd: row.cost_usd }),
    },
    ...(prefix === undefined ? {} : { prefix }),
  };
}

/** The column is written by this package alone. */
function prefixOf(column: string | null): RequestPrefix | undefined {
  return column === null ? undefined : (JSON.parse(column) as RequestPrefix);
}
