/** SQLite's own word for a page, a table or an index of words that makes no sense. */
export function isDamage(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    error.code.startsWith("SQLITE_CORRUPT")
  );
}
