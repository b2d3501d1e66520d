/**
 * The first schema.
 *
 * - Messages belong to a session by a small integer, and are in the order of their `id`: a text id in each row and in
 *   the index would cost more than a short message.
 * - `messages.text` is the readable text, stored once; `body` is what else there is to a message (see message-row.ts).
 * - Prompts and tool definitions are the same in many sessions: `texts` keeps each once, as JSON.
 * - `running_requests` and `running_calls` hold what was begun and has no outcome yet.
 * - `histories`: from its `after_id` on, a session's live history is the listed messages and whatever came after.
 *   A session without one is live from its first message.
 *
 * Times are milliseconds since 1970.
 */
export const schemaV1: string = `
CREATE TABLE texts (
  key INTEGER PRIMARY KEY,
  hash INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX texts_by_hash ON texts (hash);

CREATE TABLE sessions (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  parent_id TEXT,
  platform TEXT NOT NULL,
  user_id TEXT,
  cwd TEXT,
  model TEXT NOT NULL,
  system_key INTEGER NOT NULL REFERENCES texts (key),
  tools_key INTEGER NOT NULL REFERENCES texts (key),
  title TEXT,
  started_at INTEGER NOT NULL,
  last_active_at INTEGER NOT NULL,
  ended_at INTEGER,
  end_reason TEXT,
  message_count INTEGER NOT NULL DEFAULT 0,
  tool_call_count INTEGER NOT NULL DEFAULT 0,
  model_call_count INTEGER NOT NULL DEFAULT 0,
  unpriced_call_count INTEGER NOT NULL DEFAULT 0,
  input_tokens INTEGER NOT NULL DEFAULT 0,
  output_tokens INTEGER NOT NULL DEFAULT 0,
  cache_read_tokens INTEGER NOT NULL DEFAULT 0,
  cache_write_tokens INTEGER NOT NULL DEFAULT 0,
  reasoning_tokens INTEGER NOT NULL DEFAULT 0,
  cost_usd REAL NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE messages (
  id INTEGER PRIMARY KEY,
  session_key INTEGER NOT NULL REFERENCES sessions (key),
  role TEXT NOT NULL,
  text TEXT NOT NULL,
  body TEXT,
  tool_name TEXT,
  tool_call_id TEXT,
  finish_reason TEXT,
  from_compression INTEGER NOT NULL DEFAULT 0,
  at INTEGER NOT NULL,
  model TEXT,
  duration_ms INTEGER,
  input_tokens INTEGER,
  output_tokens INTEGER,
  cache_read_tokens INTEGER,
  cache_write_tokens INTEGER,
  reasoning_tokens INTEGER,
  cost_usd REAL
) STRICT;
CREATE INDEX messages_by_session ON messages (session_key);

CREATE TABLE histories (
  id INTEGER PRIMARY KEY,
  session_key INTEGER NOT NULL REFERENCES sessions (key),
  reason TEXT NOT NULL,
  message_ids TEXT NOT NULL,
  after_id INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX histories_by_session ON histories (session_key);

CREATE TABLE running_requests (
  session_key INTEGER PRIMARY KEY REFERENCES sessions (key),
  round INTEGER,
  model TEXT,
  text TEXT,
  reasoning TEXT,
  at INTEGER NOT NULL
) STRICT;

CREATE TABLE running_calls (
  id INTEGER PRIMARY KEY,
  session_key INTEGER NOT NULL REFERENCES sessions (key),
  call_id TEXT NOT NULL,
  name TEXT NOT NULL,
  arguments TEXT NOT NULL,
  at INTEGER NOT NULL,
  UNIQUE (session_key, call_id)
) STRICT;
`;
