/**
 * - `sessions.summarized_count`: how many messages a session had when its summary was written. One with more, or without
 *   a summary, gets a new one when it has ended.
 * - `sessions.title_chosen` is also 2, for a title that was suggested: it stands for the session in the index, and gives
 *   way to one that somebody chooses.
 * - `sessions_by_activity`: the latest session among tens of thousands is found without reading them all.
 */
export const schemaV3: string = `
ALTER TABLE sessions ADD COLUMN summarized_count INTEGER NOT NULL DEFAULT 0;
UPDATE sessions SET summarized_count = message_count WHERE summary IS NOT NULL;
CREATE INDEX sessions_by_activity ON sessions (last_active_at);
`;

/**
 * - `histories.system_key`: the system prompt that a compression brought with it; null where the one before it stays. A
 *   session is continued with the last one, or with that of its beginning.
 */
export const schemaV4: string = `
ALTER TABLE histories ADD COLUMN system_key INTEGER REFERENCES texts (key);
`;

/**
 * `session_leases`: who may write to a session. `token` is that of the last lease and only grows; `owner` is JSON, and null
 * while nobody holds the session.
 */
export const schemaV5: string = `
CREATE TABLE session_leases (
  session_key INTEGER PRIMARY KEY REFERENCES sessions (key),
  token INTEGER NOT NULL,
  owner TEXT,
  since INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
`;

/**
 * `notices`: what happened beside a session, and when the message that tells it was written. `session_id` names no row, because
 * a process may end where there is no session yet. `taken`: the text is fixed, because a message with it is being written.
 */
export const schemaV6: string = `
CREATE TABLE notices (
  key INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  id TEXT NOT NULL,
  source TEXT NOT NULL,
  text TEXT NOT NULL,
  at INTEGER NOT NULL,
  taken INTEGER NOT NULL DEFAULT 0,
  delivered_at INTEGER,
  UNIQUE (session_id, id)
) STRICT;
CREATE INDEX notices_waiting ON notices (session_id) WHERE delivered_at IS NULL;
`;

/**
 * `spend`: what was reserved and what was settled, for each tree of sessions (`session <id of the first>`) and each day
 * (`day 2026-01-31`). Money is whole billionths of a dollar: sums of fractions would drift.
 */
export const schemaV7: string = `
CREATE TABLE spend (
  scope TEXT PRIMARY KEY,
  reserved_tokens INTEGER NOT NULL DEFAULT 0,
  settled_tokens INTEGER NOT NULL DEFAULT 0,
  reserved_nano_usd INTEGER NOT NULL DEFAULT 0,
  settled_nano_usd INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
`;

/**
 * `approvals`: questions to people, and what came of them. `request` and `answer` are JSON. A session may be asked about
 * before it has a row: it is named by its id.
 */
export const schemaV8: string = `
CREATE TABLE approvals (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  session_id TEXT NOT NULL,
  call_id TEXT NOT NULL,
  request TEXT NOT NULL,
  digest TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  expires_at INTEGER,
  status TEXT NOT NULL,
  answer TEXT,
  actor TEXT,
  closed_at INTEGER
) STRICT;
CREATE INDEX approvals_of_call ON approvals (session_id, call_id);
CREATE INDEX open_approvals ON approvals (key) WHERE status = 'open';
`;

/**
 * - `messages.provenance`: untrusted sources of a message, a JSON list; null where there are none. A message of an older store
 *   has `"origin":"untrusted"` in its body instead: its source is not known.
 * - `sessions.provenance`: the same of the system prompt and the tools.
 */
export const schemaV9: string = `
ALTER TABLE messages ADD COLUMN provenance TEXT;
ALTER TABLE sessions ADD COLUMN provenance TEXT;
`;

/** `sessions.layout`, `histories.layout`: where the layers of the prompt stand, a JSON list; null where it is not known. */
export const schemaV11: string = `
ALTER TABLE sessions ADD COLUMN layout TEXT;
ALTER TABLE histories ADD COLUMN layout TEXT;
`;

/**
 * Budgets: `spend` also counts requests, and what each session spends by itself. What was counted as `session` was its tree.
 *
 * - `spend.scopes`, `owner`, `at`: of a row `open <id>`, a reservation under way, so that what a process left behind when it died can
 *   be told from it. The first two are JSON. It stands in the same table, so that a request writes no further page.
 * - `usage.estimated`: 1 where the provider told nothing, because the answer was cut.
 */
export const schemaV12: string = `
ALTER TABLE spend ADD COLUMN reserved_requests INTEGER NOT NULL DEFAULT 0;
ALTER TABLE spend ADD COLUMN settled_requests INTEGER NOT NULL DEFAULT 0;
INSERT INTO spend (scope, reserved_tokens, settled_tokens, reserved_nano_usd, settled_nano_usd)
  SELECT 'tree ' || substr(scope, 9), reserved_tokens, settled_tokens, reserved_nano_usd, settled_nano_usd
  FROM spend WHERE scope LIKE 'session %';
ALTER TABLE spend ADD COLUMN scopes TEXT;
ALTER TABLE spend ADD COLUMN owner TEXT;
ALTER TABLE spend ADD COLUMN at INTEGER;
ALTER TABLE usage ADD COLUMN estimated INTEGER NOT NULL DEFAULT 0;
`;

/** `usage.prefix`: what a request of a session began with, as JSON; null for calls of tools, and for those of older versions. */
export const schemaV13: string = `
ALTER TABLE usage ADD COLUMN prefix TEXT;
`;

/**
 * `session_heads`: epochs. From such a row on, requests of a session begin with another prompt and other tools than those of its row in
 * `sessions`, and with the prompt of a compression only where that came later: where its `histories.id` is above `after_history_id`.
 */
export const schemaV14: string = `
CREATE TABLE session_heads (
  id INTEGER PRIMARY KEY,
  session_key INTEGER NOT NULL REFERENCES sessions (key),
  system_key INTEGER NOT NULL REFERENCES texts (key),
  tools_key INTEGER NOT NULL REFERENCES texts (key),
  provenance TEXT,
  layout TEXT,
  model TEXT NOT NULL,
  after_history_id INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX session_heads_of_session ON session_heads (session_key);
`;

/** `sessions.one_shot`: 1 for a session that began as one question without a conversation, until somebody goes on with it. */
export const schemaV15: string = `
ALTER TABLE sessions ADD COLUMN one_shot INTEGER NOT NULL DEFAULT 0;
`;
