import type { Usage } from "@hermes/models";
import type { Connection } from "./database/connect.ts";
import { lazy } from "./database/lazy.ts";

// Not the one of `@hermes/models`: nothing else here needs that package at run time.
const noUsage: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};

/** A call outside a session's own turns, such as one that makes a title. Those of turns are noted by the journal. */
export interface UsageEntry {
  readonly sessionId?: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly kind: "model" | "tool";
  /** Of the model or the tool. */
  readonly name: string;
  readonly purpose?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly failed?: boolean | undefined;
  readonly usage?: Usage | undefined;
}

export type UsageKey = "model" | "tool" | "session" | "platform" | "purpose" | "weekday" | "hour" | "day";

export interface UsageQuery {
  readonly by: UsageKey;
  /** Milliseconds since 1970, this moment included. */
  readonly from?: number | undefined;
  /** Milliseconds since 1970, this moment included. */
  readonly to?: number | undefined;
  readonly sessionId?: string | undefined;
  /** With the sessions that work for that one, at any depth. @default false */
  readonly tree?: boolean | undefined;
  /** Whose weekdays and hours. @default "local" */
  readonly timeZone?: "local" | "utc" | undefined;
}

/** The sum over calls of models; of tools where the key is a tool. */
export interface UsageSum {
  /** A name; a weekday from 0 (Sunday) to 6; an hour from 00 to 23; a day as 2026-01-31. Empty where there is none. */
  readonly key: string;
  readonly calls: number;
  readonly failed: number;
  readonly durationMs: number;
  /** `costUsd` is the sum over the calls that have a price. */
  readonly usage: Usage;
  readonly callsWithoutPrice: number;
  /** Calls whose tokens are an estimate, because the answer was cut. */
  readonly estimatedCalls: number;
}

export interface UsageLog {
  record(entry: UsageEntry): void;
  /** Names by their number of calls, the most first; times in their order. */
  sums(query: UsageQuery): readonly UsageSum[];
}

interface SumRow {
  readonly key: string | null;
  readonly calls: number;
  readonly failed: number;
  readonly duration: number;
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
  readonly reasoning: number;
  readonly cost: number;
  readonly unpriced: number;
  readonly estimated: number;
}

export function createUsageLog({ database, attempt }: Connection): UsageLog {
  const insert = lazy(() =>
    database.prepare(
      `INSERT INTO usage (session_key, at, kind, name, purpose, duration_ms, failed, input_tokens, output_tokens,
         cache_read_tokens, cache_write_tokens, reasoning_tokens, cost_usd, estimated)
       VALUES ((SELECT key FROM sessions WHERE id = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
  );

  /** A store of an older version that can't be written lacks the column. */
  const hasEstimated = (): boolean =>
    database.prepare("SELECT 1 FROM pragma_table_info('usage') WHERE name = 'estimated'").get() !== undefined;

  return {
    record: ({ sessionId, at, kind, name, purpose, durationMs, failed, usage = noUsage }) =>
      attempt(
        () =>
          void insert().run(
            sessionId ?? null,
            Math.round(at),
            kind,
            name,
            purpose ?? null,
            durationMs === undefined ? null : Math.round(durationMs),
            failed === true ? 1 : 0,
            usage.inputTokens,
            usage.outputTokens,
            usage.cacheReadTokens,
            usage.cacheWriteTokens,
            usage.reasoningTokens,
            usage.costUsd ?? null,
            usage.estimated === true ? 1 : 0,
          ),
      ),
    sums: ({ by, from = null, to = null, sessionId = null, tree = false, timeZone = "local" }) =>
      attempt(() =>
        database
          .prepare<[object], SumRow>(sumsBy(by, timeZone, hasEstimated()))
          .all({ kind: by === "tool" ? "tool" : "model", from, to, sessionId, tree: tree ? 1 : 0 })
          .map(toSum),
      ),
  };
}

function sumsBy(by: UsageKey, timeZone: "local" | "utc", hasEstimated: boolean): string {
  return `SELECT ${keyOf(by, timeZone)} AS key, count(*) AS calls, sum(failed) AS failed, sum(coalesce(duration_ms, 0)) AS duration,
      sum(usage.input_tokens) AS input, sum(usage.output_tokens) AS output, sum(usage.cache_read_tokens) AS cache_read,
      sum(usage.cache_write_tokens) AS cache_write, sum(usage.reasoning_tokens) AS reasoning,
      sum(coalesce(usage.cost_usd, 0)) AS cost, sum(usage.cost_usd IS NULL) AS unpriced,
      ${hasEstimated ? "sum(usage.estimated)" : "0"} AS estimated
    FROM usage LEFT JOIN sessions ON sessions.key = usage.session_key
    WHERE kind = @kind AND (@from IS NULL OR at >= @from) AND (@to IS NULL OR at <= @to)
      AND (@sessionId IS NULL OR sessions.id = @sessionId OR (@tree AND sessions.id IN (
        WITH RECURSIVE below (id) AS (VALUES (@sessionId) UNION SELECT sessions.id FROM sessions JOIN below ON parent_id = below.id)
        SELECT id FROM below)))
    GROUP BY 1 ORDER BY ${isTime(by) ? "1" : "calls DESC, 1"}`;
}

function keyOf(by: UsageKey, timeZone: "local" | "utc"): string {
  if (by === "platform") return "sessions.platform";
  if (by === "session") return "sessions.id";
  if (by === "purpose") return "purpose";
  if (!isTime(by)) return "name";
  const format = { weekday: "%w", hour: "%H", day: "%Y-%m-%d" }[by];
  return `strftime('${format}', at / 1000, 'unixepoch'${timeZone === "local" ? ", 'localtime'" : ""})`;
}

function isTime(by: UsageKey): by is "weekday" | "hour" | "day" {
  return by === "weekday" || by === "hour" || by === "day";
}

function toSum(row: SumRow): UsageSum {
  return {
    key: row.key ?? "",
    calls: row.calls,
    failed: row.failed,
    durationMs: row.duration,
    usage: {
      inputTokens: row.input,
      outputTokens: row.output,
      cacheReadTokens: row.cache_read,
      cacheWriteTokens: row.cache_write,
      reasoningTokens: row.reasoning,
      ...(row.unpriced === row.calls ? {} : { costUsd: row.cost }),
    },
    callsWithoutPrice: row.unpriced,
    estimatedCalls: row.estimated,
  };
}
