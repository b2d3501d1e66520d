import type { Usage } from "@hermes/models";
import type { Connection } from "./database/connect.ts";
import { decodeMessage, type MessageColumns } from "./message-row.ts";
import type { StoredMessage } from "./stored-message.ts";

/** A row of `messages`. */
export interface MessageRow extends MessageColumns {
  readonly id: number;
  readonly from_compression: number;
  readonly at: number;
  readonly model: string | null;
  readonly duration_ms: number | null;
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly cache_read_tokens: number | null;
  readonly cache_write_tokens: number | null;
  readonly reasoning_tokens: number | null;
  readonly cost_usd: number | null;
}

/** Reads everything that was ever written to a session, oldest first, also what a compression left behind. */
export function createMessageReader({
  database,
  attempt,
}: Connection): (sessionId: string) => readonly StoredMessage[] {
  const select = database.prepare<[string], MessageRow>(
    "SELECT * FROM messages WHERE session_key = (SELECT key FROM sessions WHERE id = ?) ORDER BY id",
  );
  return (sessionId) => attempt(() => select.all(sessionId).map(toStoredMessage));
}

export function toStoredMessage(row: MessageRow): StoredMessage {
  const usage = usageOf(row);
  return {
    id: row.id,
    message: decodeMessage(row),
    at: row.at,
    ...(row.model === null ? {} : { model: row.model }),
    ...(row.duration_ms === null ? {} : { durationMs: row.duration_ms }),
    ...(usage === undefined ? {} : { usage }),
    fromCompression: row.from_compression === 1,
  };
}

function usageOf(row: MessageRow): Usage | undefined {
  if (row.input_tokens === null) return undefined;
  return {
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens ?? 0,
    cacheReadTokens: row.cache_read_tokens ?? 0,
    cacheWriteTokens: row.cache_write_tokens ?? 0,
    reasoningTokens: row.reasoning_tokens ?? 0,
    ...(row.cost_usd === null ? {} : { costUsd: row.cost_usd }),
  };
}
