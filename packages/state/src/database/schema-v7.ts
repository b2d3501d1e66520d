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
