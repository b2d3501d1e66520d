export const factTables: string = `
CREATE TABLE message_facts (
  id INTEGER PRIMARY KEY,
  session_key INTEGER NOT NULL,
  role TEXT NOT NULL,
  at INTEGER NOT NULL,
  bytes INTEGER NOT NULL
) STRICT;
CREATE TABLE message_times (
  block INTEGER PRIMARY KEY,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL
) STRICT;
`;

/**
 * What a search reads, so that it needs few pages. All of it is derived from `messages`, and built anew with the index.
 *
 * - `search_index.indexed_to`: messages above it are not in the index yet. What is written last is added many at once, or
 *   before a search.
 * - `message_facts`: what filters ask of a message, and the size of its text in bytes, in the order of ids. Messages below
 *   `search_index.facts_from` get theirs in the background, block by block; it is 0 when all have theirs.
 * - `message_times`: first and last moment of each full block of messages, from the first block on without a gap.
 */
export const schemaV10: string = `
${factTables}ALTER TABLE search_index ADD COLUMN indexed_to INTEGER NOT NULL DEFAULT 0;
ALTER TABLE search_index ADD COLUMN facts_from INTEGER NOT NULL DEFAULT 0;
UPDATE search_index SET indexed_to = last.id, facts_from = iif(last.id = 0, 0, last.id + 1) FROM (SELECT coalesce(max(id), 0) AS id FROM messages) AS last;
CREATE INDEX sessions_by_platform ON sessions (platform);
`;
