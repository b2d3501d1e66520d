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
