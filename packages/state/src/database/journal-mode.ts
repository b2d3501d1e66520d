/** How SQLite guards a write: a write-ahead log, or a rollback journal where that is not safe. */
export type JournalMode = "wal" | "truncate";

/**
 * Chooses the journal mode for a version of SQLite.
 *
 * Up to 3.51.2, two connections that write and checkpoint at once can lose a committed page when the log is reset;
 * 3.52.0 was withdrawn. A rollback journal is slower and not affected.
 *
 * @param version As `sqlite_version()` gives it: `3.53.2`.
 * @see https://sqlite.org/wal.html
 */
export function chooseJournalMode(version: string): JournalMode {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  const ordinal = (major * 1000 + minor) * 1000 + patch;
  return ordinal >= 3_051_003 && ordinal !== 3_052_000 ? "wal" : "truncate";
}
