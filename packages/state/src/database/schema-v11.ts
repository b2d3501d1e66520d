/**
 * Budgets: `spend` also counts requests, and what each session spends by itself. What was counted as `session` was its tree.
 *
 * - `spend_reservations`: what is under way, so that what a process left behind when it died can be told from it. `scopes` and
 *   `owner` are JSON.
 * - `usage.estimated`: 1 where the provider told nothing, because the answer was cut.
 */
export const schemaV11: string = `
ALTER TABLE spend ADD COLUMN reserved_requests INTEGER NOT NULL DEFAULT 0;
ALTER TABLE spend ADD COLUMN settled_requests INTEGER NOT NULL DEFAULT 0;
INSERT INTO spend (scope, reserved_tokens, settled_tokens, reserved_nano_usd, settled_nano_usd)
  SELECT 'tree ' || substr(scope, 9), reserved_tokens, settled_tokens, reserved_nano_usd, settled_nano_usd
  FROM spend WHERE scope LIKE 'session %';
CREATE TABLE spend_reservations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  scopes TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  nano_usd INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  owner TEXT,
  at INTEGER NOT NULL
) STRICT;
ALTER TABLE usage ADD COLUMN estimated INTEGER NOT NULL DEFAULT 0;
`;
