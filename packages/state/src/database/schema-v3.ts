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
