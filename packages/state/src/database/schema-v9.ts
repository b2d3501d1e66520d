/**
 * - `messages.provenance`: untrusted sources of a message, a JSON list; null where there are none. A message of an older store
 *   has `"origin":"untrusted"` in its body instead: its source is not known.
 * - `sessions.provenance`: the same of the system prompt and the tools.
 */
export const schemaV9: string = `
ALTER TABLE messages ADD COLUMN provenance TEXT;
ALTER TABLE sessions ADD COLUMN provenance TEXT;
`;
