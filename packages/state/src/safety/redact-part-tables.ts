import type { Database } from "better-sqlite3";
import { tombstone } from "./tombstone.ts";

/** Tables of the store itself, each of which is looked after by name. */
const ownTables: ReadonlySet<string> = new Set([
  "texts",
  "sessions",
  "messages",
  "histories",
  "running_requests",
  "running_calls",
  "usage",
  "learnings",
  "audit",
  "notices",
  "spend",
  "search_index",
  "part_versions",
  "sqlite_schema",
]);

/**
 * Overwrites texts in every table that another part keeps in the store, whatever it is called and also where that part
 * is not there in this run.
 *
 * @returns The number of rows in which one of the forms stood.
 */
export function redactPartTables(database: Database, forms: readonly string[]): number {
  let rows = 0;
  for (const table of partTables(database)) {
    const names = textColumns(database, table).map(quoteName);
    if (names.length === 0) continue;
    const set = names.map((name) => {
      const clean = forms.reduce((inner) => `replace(${inner}, ?, ?)`, name);
      // Numbers and bytes in a column without a type stay what they are.
      return `${name} = CASE typeof(${name}) WHEN 'text' THEN ${clean} ELSE ${name} END`;
    });
    const where = names.flatMap((name) =>
      forms.map(() => `(typeof(${name}) = 'text' AND instr(${name}, ?))`),
    );
    const values = names.flatMap(() => forms.flatMap((form) => [form, tombstone]));
    // Two keys that were different only by the text become one row.
    rows += database
      .prepare(`UPDATE OR REPLACE ${quoteName(table)} SET ${set.join(", ")} WHERE ${where.join(" OR ")}`)
      .run(...values, ...names.flatMap(() => forms)).changes;
  }
  return rows;
}

/** Ordinary tables; those behind the search index are written anew. */
function partTables(database: Database): readonly string[] {
  return database
    .prepare<[], string>("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    .pluck()
    .all()
    .filter((name) => !ownTables.has(name));
}

/** Columns that may hold text, but those that are computed from others. */
function textColumns(database: Database, table: string): readonly string[] {
  return database
    .prepare<[string], { name: string; type: string; hidden: number }>(
      "SELECT name, type, hidden FROM pragma_table_xinfo(?)",
    )
    .all(table)
    .filter(({ type, hidden }) => hidden === 0 && /^$|text|char|clob|json|any/i.test(type))
    .map(({ name }) => name);
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
