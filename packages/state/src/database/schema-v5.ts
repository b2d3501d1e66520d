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
