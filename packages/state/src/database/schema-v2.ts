/**
 * Search, what is known about a session, and what was learned, decided and spent.
 *
 * - `message_words` is derived from `messages.text` (see search/indexed-text.ts) and keeps no text of its own: its `rowid`
 *   is the message's `id`. What a compression wrote is not in it. `session_words` is the same for titles that were
 *   chosen, summaries and keywords; its `rowid` is the session's `key`.
 * - `search_index`: messages up to `pending_to` are not in `message_words` yet. They are added newest first, in small
 *   steps, so that opening an old store does not wait for them.
 * - `usage` has one row per call of a model or a tool, without text: sums over years read little.
 * - `sessions.imported_from` names the file that a session was read from; what is not in it yet is added on another run.
 * - `part_versions`: how far the migrations are that parts bring along.
 */
export const schemaV2: string = `
ALTER TABLE sessions ADD COLUMN title_chosen INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN imported_from TEXT;
ALTER TABLE sessions ADD COLUMN summary TEXT;
ALTER TABLE sessions ADD COLUMN keywords TEXT NOT NULL DEFAULT '[]';
ALTER TABLE sessions ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';

CREATE VIRTUAL TABLE message_words USING fts5(text, content = '', tokenize = 'ascii');
CREATE VIRTUAL TABLE session_words USING fts5(text, content = '', contentless_delete = 1, tokenize = 'ascii');

CREATE TABLE search_index (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  pending_to INTEGER NOT NULL,
  damaged INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO search_index (id, pending_to) SELECT 1, coalesce(max(id), 0) FROM messages;

CREATE TABLE usage (
  id INTEGER PRIMARY KEY,
  session_key INTEGER REFERENCES sessions (key),
  at INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('model', 'tool')),
  name TEXT NOT NULL,
  purpose TEXT,
  duration_ms INTEGER,
  failed INTEGER NOT NULL DEFAULT 0,
  input_tokens INTEGER NOT NULL DEFAULT 0,
  output_tokens INTEGER NOT NULL DEFAULT 0,
  cache_read_tokens INTEGER NOT NULL DEFAULT 0,
  cache_write_tokens INTEGER NOT NULL DEFAULT 0,
  reasoning_tokens INTEGER NOT NULL DEFAULT 0,
  cost_usd REAL
) STRICT;
CREATE INDEX usage_by_session ON usage (session_key);
INSERT INTO usage (session_key, at, kind, name, duration_ms, input_tokens, output_tokens, cache_read_tokens,
  cache_write_tokens, reasoning_tokens, cost_usd)
SELECT session_key, at, iif(role = 'tool', 'tool', 'model'), coalesce(tool_name, messages.model, sessions.model), duration_ms,
  coalesce(input_tokens, 0), coalesce(output_tokens, 0), coalesce(cache_read_tokens, 0), coalesce(cache_write_tokens, 0),
  coalesce(reasoning_tokens, 0), cost_usd
FROM (SELECT id, session_key, at, role, tool_name, model, duration_ms, input_tokens, output_tokens, cache_read_tokens,
    cache_write_tokens, reasoning_tokens, cost_usd FROM messages
  WHERE (role = 'tool' OR input_tokens IS NOT NULL) AND from_compression = 0) AS messages
JOIN (SELECT key, model FROM sessions) AS sessions ON sessions.key = session_key
ORDER BY messages.id;

CREATE TABLE learnings (
  id INTEGER PRIMARY KEY,
  pattern TEXT NOT NULL,
  error_type TEXT NOT NULL,
  fix TEXT NOT NULL,
  context TEXT NOT NULL DEFAULT '',
  tags TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  times_used INTEGER NOT NULL DEFAULT 0,
  times_helped INTEGER NOT NULL DEFAULT 0,
  UNIQUE (pattern, error_type)
) STRICT;

CREATE TABLE audit (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  session_id TEXT,
  platform TEXT NOT NULL,
  user_id TEXT,
  tool TEXT NOT NULL,
  request TEXT NOT NULL,
  decision TEXT NOT NULL CHECK (decision IN ('allowed', 'denied')),
  decided_by TEXT NOT NULL,
  reason TEXT NOT NULL
) STRICT;
CREATE INDEX audit_by_session ON audit (session_id);

CREATE TABLE part_versions (
  part TEXT PRIMARY KEY,
  version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
