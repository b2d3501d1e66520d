/** SQLite's own word for a page, a table or an index of words that makes no sense. */
export function isDamage(error: unknown): boolean {
  return hasCode(error, "SQLITE_CORRUPT");
}

/** Somebody else writes, and the time to wait for it is over. */
export function isBusy(error: unknown): boolean {
  return hasCode(error, "SQLITE_BUSY");
}

/** The disk is full, or can't be written any more; what is there may well be read. */
export function isUnwritable(error: unknown): boolean {
  return hasCode(error, "SQLITE_FULL") || hasCode(error, "SQLITE_READONLY") || hasCode(error, "SQLITE_IOERR");
}

function hasCode(error: unknown, beginning: string): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    error.code.startsWith(beginning)
  );
}
