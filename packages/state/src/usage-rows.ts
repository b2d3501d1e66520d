// Node 22 has toWellFormed; this repository compiles for ES2023.
/// <reference lib="es2024.string" />
import type { Database } from "./database/driver.ts";
import { lazy } from "./database/lazy.ts";
import type { MessageEntry, UsageOnlyEntry } from "./journal.ts";

/** Notes what a step of a turn cost, one row per call of a model or a tool. Works inside the caller's transaction. */
export function createUsageRows(
  database: Database,
): (sessionKey: number, entry: MessageEntry | UsageOnlyEntry) => void {
  const insertUsage = lazy(() =>
    database.prepare(
      `INSERT INTO usage (session_key, at, kind, name, duration_ms, failed, input_tokens, output_tokens, cache_read_tokens,
         cache_write_tokens, reasoning_tokens, cost_usd, estimated, prefix)
       VALUES (?, ?, ?, coalesce(?, (SELECT model FROM sessions WHERE key = ?)), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
  );

  return (sessionKey, entry) => {
    const { usage, model, durationMs, at } = entry;
    const tool = entry.type === "message" && entry.message.role === "tool" ? entry.message : undefined;
    const prefix = entry.type === "message" ? entry.prefix : undefined;
    if (tool === undefined && usage === undefined) return;
    insertUsage().run(
      sessionKey,
      Math.round(at),
      tool === undefined ? "model" : "tool",
      tool === undefined ? (model ?? null) : tool.name.toWellFormed(),
      sessionKey,
      durationMs === undefined ? null : Math.round(durationMs),
      tool?.isError === true ? 1 : 0,
      usage?.inputTokens ?? 0,
      usage?.outputTokens ?? 0,
      usage?.cacheReadTokens ?? 0,
      usage?.cacheWriteTokens ?? 0,
      usage?.reasoningTokens ?? 0,
      usage?.costUsd ?? null,
      usage?.estimated === true ? 1 : 0,
      prefix === undefined ? null : JSON.stringify(prefix),
    );
  };
}
