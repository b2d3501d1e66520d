/** Who was let in by a code, and who waits for it; a part of the store. */
export const pairingTables: { readonly part: string; readonly steps: readonly string[] } = {
  part: "pairing",
  steps: [
    `CREATE TABLE pairing_requests (
       platform TEXT NOT NULL,
       user_id TEXT NOT NULL,
       name TEXT,
       asked_at INTEGER NOT NULL,
       -- Null once the code was used, taken back, or never given out: the request then only counts for how often somebody may ask.
       salt BLOB,
       hash BLOB,
       PRIMARY KEY (platform, user_id)
     ) WITHOUT ROWID;
     CREATE TABLE pairing_approved (
       platform TEXT NOT NULL,
       user_id TEXT NOT NULL,
       name TEXT,
       tier TEXT NOT NULL,
       approved_at INTEGER NOT NULL,
       PRIMARY KEY (platform, user_id)
     ) WITHOUT ROWID;
     CREATE TABLE pairing_locks (
       platform TEXT PRIMARY KEY,
       failures INTEGER NOT NULL,
       locked_until INTEGER NOT NULL
     ) WITHOUT ROWID;
     CREATE TABLE pairing_adopted (platform TEXT PRIMARY KEY) WITHOUT ROWID`,
  ],
};
