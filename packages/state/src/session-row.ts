import type { SessionRecord } from "./session-store.ts";

/** A row of `sessions`. */
export interface SessionRow {
  readonly key: number;
  readonly id: string;
  readonly parent_id: string | null;
  readonly platform: string;
  readonly user_id: string | null;
  readonly cwd: string | null;
  readonly model: string;
  readonly title: string | null;
  readonly started_at: number;
  readonly last_active_at: number;
  readonly ended_at: number | null;
  readonly end_reason: string | null;
  readonly message_count: number;
  readonly tool_call_count: number;
  readonly model_call_count: number;
  readonly unpriced_call_count: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_tokens: number;
  readonly cache_write_tokens: number;
  readonly reasoning_tokens: number;
  readonly cost_usd: number;
  /** Absent in a store of the first version. */
  readonly summary?: string | null;
  readonly keywords?: string;
  readonly tags?: string;
  /** Absent in a store before version 15. */
  readonly one_shot?: number;
}

export function toSessionRecord(row: SessionRow): SessionRecord {
  const priced = row.model_call_count > 0 && row.unpriced_call_count === 0;
  return {
    id: row.id,
    title: row.title ?? "",
    model: row.model,
    platform: row.platform,
    ...(row.cwd === null ? {} : { cwd: row.cwd }),
    ...(row.user_id === null ? {} : { userId: row.user_id }),
    ...(row.parent_id === null ? {} : { parentId: row.parent_id }),
    startedAt: row.started_at,
    lastActiveAt: row.last_active_at,
    ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
    ...(row.end_reason === null ? {} : { endReason: row.end_reason }),
    ...(row.summary === null || row.summary === undefined ? {} : { summary: row.summary }),
    keywords: listOf(row.keywords),
    tags: listOf(row.tags),
    ...(row.one_shot === 1 ? { oneShot: true } : {}),
    messageCount: row.message_count,
    toolCallCount: row.tool_call_count,
    modelCallCount: row.model_call_count,
    usage: {
      inputTokens: row.input_tokens,
      outputTokens: row.output_tokens,
      cacheReadTokens: row.cache_read_tokens,
      cacheWriteTokens: row.cache_write_tokens,
      reasoningTokens: row.reasoning_tokens,
      ...(priced ? { costUsd: row.cost_usd } : {}),
    },
  };
}

function listOf(json: string | undefined): readonly string[] {
  // Written by the session store.
  return json === undefined ? [] : (JSON.parse(json) as readonly string[]);
}
