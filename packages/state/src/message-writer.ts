import type { Message } from "@hermes/models";
import type { Database } from "./database/driver.ts";
import { lazy } from "./database/lazy.ts";
import type { MessageEntry, UsageOnlyEntry } from "./journal.ts";
import { encodeMessage, textOf } from "./message-row.ts";
import type { SearchIndex } from "./search/search-index.ts";
import { sessionNotFound } from "./session-not-found.ts";
import { defaultTitle } from "./title.ts";
import { createUsageRows } from "./usage-rows.ts";

/** Writes messages and the sums of their session. Works inside the caller's transaction. */
export interface MessageWriter {
  /** @returns The key of the session. */
  append(sessionId: string, entry: MessageEntry): number;
  /** Adds what a request without a message cost. */
  addUsage(sessionId: string, entry: UsageOnlyEntry): void;
  /** Adds what a compression wrote, which counts for nothing. @returns The id of the message. */
  addCompressed(sessionKey: number, message: Message, at: number): number;
}

export function createMessageWriter(database: Database, index: SearchIndex): MessageWriter {
  const noteUsage = createUsageRows(database);
  // With the first write: a store of an older version that can't be written lacks a column.
  const insert = lazy(() =>
    database.prepare(
      `INSERT INTO messages (session_key, role, text, body, tool_name, tool_call_id, finish_reason, provenance, from_compression, at, model,
       duration_ms, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, reasoning_tokens, cost_usd)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
  );
  const count = database
    .prepare<unknown[], number>(
      `UPDATE sessions SET last_active_at = max(last_active_at, ?), ended_at = NULL, end_reason = NULL,
         title = coalesce(title, ?), message_count = message_count + ?, tool_call_count = tool_call_count + ?,
         model_call_count = model_call_count + ?, unpriced_call_count = unpriced_call_count + ?,
         input_tokens = input_tokens + ?, output_tokens = output_tokens + ?, cache_read_tokens = cache_read_tokens + ?,
         cache_write_tokens = cache_write_tokens + ?, reasoning_tokens = reasoning_tokens + ?, cost_usd = cost_usd + ?
       WHERE id = ? RETURNING key`,
    )
    .pluck();

  function countIn(sessionId: string, entry: MessageEntry | UsageOnlyEntry): number {
    const { usage, at } = entry;
    const message = entry.type === "message" ? entry.message : undefined;
    const key = count.get(
      Math.round(at),
      message?.role === "user" ? defaultTitle(textOf(message)) : null,
      message === undefined ? 0 : 1,
      message?.role === "tool" ? 1 : 0,
      usage === undefined ? 0 : 1,
      usage !== undefined && usage.costUsd === undefined ? 1 : 0,
      usage?.inputTokens ?? 0,
      usage?.outputTokens ?? 0,
      usage?.cacheReadTokens ?? 0,
      usage?.cacheWriteTokens ?? 0,
      usage?.reasoningTokens ?? 0,
      usage?.costUsd ?? 0,
      sessionId,
    );
    if (key === undefined) throw sessionNotFound(sessionId);
    return key;
  }

  function add(sessionKey: number, entry: MessageEntry, fromCompression: 0 | 1): number {
    const { message, usage } = entry;
    const columns = encodeMessage(message);
    const { lastInsertRowid } = insert().run(
      sessionKey,
      columns.role,
      columns.text,
      columns.body,
      columns.tool_name,
      columns.tool_call_id,
      columns.finish_reason,
      columns.provenance ?? null,
      fromCompression,
      Math.round(entry.at),
      entry.model ?? null,
      entry.durationMs === undefined ? null : Math.round(entry.durationMs),
      usage?.inputTokens ?? null,
      usage?.outputTokens ?? null,
      usage?.cacheReadTokens ?? null,
      usage?.cacheWriteTokens ?? null,
      usage?.reasoningTokens ?? null,
      usage?.costUsd ?? null,
    );
    // What a compression wrote says again what is there already.
    if (fromCompression === 0) index.add(Number(lastInsertRowid), columns.text);
    return Number(lastInsertRowid);
  }

  return {
    append(sessionId, entry) {
      const key = countIn(sessionId, entry);
      add(key, entry, 0);
      noteUsage(key, entry);
      return key;
    },
    addUsage: (sessionId, entry) => noteUsage(countIn(sessionId, entry), entry),
    addCompressed: (sessionKey, message, at) => add(sessionKey, { type: "message", message, at }, 1),
  };
}
