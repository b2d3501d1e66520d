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
