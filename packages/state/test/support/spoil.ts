import { readFileSync, writeFileSync } from "node:fs";
import Sqlite from "better-sqlite3";

/** Overwrites the last pages of a table of a closed store with noise; `butLast`: all of them but the very last. */
export function spoil(
  path: string,
  table: string,
  pages: number,
  { butLast = false }: { readonly butLast?: boolean } = {},
): void {
  const database = new Sqlite(path);
  const numbers = database
    .prepare<[string, number], number>(
      "SELECT pageno FROM dbstat WHERE name = ? ORDER BY pageno DESC LIMIT ?",
    )
    .pluck()
    .all(table, pages)
    .slice(butLast ? 1 : 0);
  database.pragma("wal_checkpoint(TRUNCATE)");
  database.close();
  const bytes = readFileSync(path);
  for (const number of numbers) bytes.fill(0xa5, (number - 1) * 4096, number * 4096);
  writeFileSync(path, bytes);
}
