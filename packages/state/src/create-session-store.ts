import { HermesError } from "@hermes/registry/errors";
import type { Connection } from "./database/connect.ts";
import { sessionNotFound } from "./session-not-found.ts";
import type { SessionFilter, SessionRecord, SessionStore } from "./session-store.ts";
import { cleanTitle } from "./title.ts";

interface SessionRow {
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
}

export function createSessionStore({ database, attempt }: Connection): SessionStore {
  const list = database.prepare<unknown[], SessionRow>(
    `SELECT * FROM sessions
     WHERE message_count > 0 AND (@cwd IS NULL OR cwd = @cwd) AND (@platform IS NULL OR platform = @platform)
     ORDER BY last_active_at DESC, key DESC LIMIT @limit`,
  );
  const get = database.prepare<[string], SessionRow>("SELECT * FROM sessions WHERE id = ?");
  const setTitle = database.prepare("UPDATE sessions SET title = ? WHERE id = ?");
  // A range, not LIKE: an id may hold the wildcards of LIKE. No character sorts after the upper bound's last.
  const withPrefix = database.prepare<[string, string], { id: string; title: string | null }>(
    "SELECT id, title FROM sessions WHERE id >= ? AND id < ? ORDER BY id LIMIT 6",
  );

  function find(filter: SessionFilter, limit: number): readonly SessionRecord[] {
    return list.all({ cwd: filter.cwd ?? null, platform: filter.platform ?? null, limit }).map(toRecord);
  }

  return {
    list: ({ limit = 20, ...filter } = {}) => attempt(() => find(filter, limit)),
    latest: (filter = {}) => attempt(() => find(filter, 1)[0]),
    get: (sessionId) =>
      attempt(() => {
        const row = get.get(sessionId);
        return row && toRecord(row);
      }),
    setTitle: (sessionId, title) =>
      attempt(() => {
        const clean = cleanTitle(title);
        if (clean === "") throw emptyTitle();
        if (setTitle.run(clean, sessionId).changes === 0) throw sessionNotFound(sessionId);
      }),
    resolveId: (prefix) =>
      attempt(() => {
        if (prefix === "") throw sessionNotFound(prefix);
        const fits = withPrefix.all(prefix, `${prefix}\u{10FFFF}`);
        const [first] = fits;
        if (first === undefined) throw noSuchPrefix(prefix);
        // Ids are in order, so that a whole id comes before the longer ones that begin with it.
        if (fits.length > 1 && first.id !== prefix) throw ambiguous(prefix, fits);
        return first.id;
      }),
  };
}

function toRecord(row: SessionRow): SessionRecord {
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

function noSuchPrefix(prefix: string): HermesError {
  return new HermesError(`No session begins with "${prefix}".`, {
    code: "STATE_SESSION_NOT_FOUND",
    hint: "List the sessions to see which there are.",
  });
}

function ambiguous(prefix: string, fits: readonly { id: string; title: string | null }[]): HermesError {
  const shown = fits.slice(0, 5).map(({ id, title }) => (title === null ? id : `${id} (${title})`));
  const more = fits.length > shown.length ? " and more" : "";
  return new HermesError(`Several sessions begin with "${prefix}".`, {
    code: "STATE_AMBIGUOUS_ID",
    hint: `Give more of the id. These fit: ${shown.join(", ")}${more}.`,
  });
}

function emptyTitle(): HermesError {
  return new HermesError("The title shows no character.", {
    code: "STATE_EMPTY_TITLE",
    hint: "Give a title with at least one visible character.",
  });
}
