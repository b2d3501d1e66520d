/**
 * - `histories.system_key`: the system prompt that a compression brought with it; null where the one before it stays. A
 *   session is continued with the last one, or with that of its beginning.
 */
export const schemaV4: string = `
ALTER TABLE histories ADD COLUMN system_key INTEGER REFERENCES texts (key);
`;
