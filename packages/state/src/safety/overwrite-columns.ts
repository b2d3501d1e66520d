import type { Database } from "../database/driver.ts";
import { redactedMark } from "@hermes/redaction/overwrite";

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
  "message_facts",
  "message_times",
  "part_versions",
  "sqlite_schema",
]);

export interface ColumnsToOverwrite {
  readonly table: string;
  readonly names: readonly string[];
  readonly forms: readonly string[];
  /** What happens where two rows become the same. */
  readonly conflict: "ABORT" | "REPLACE";
}

/** Overwrites texts in columns of a table. @returns The number of rows in which one of the forms stood. */
export function overwriteColumns(
  database: Database,
  { table, names, forms, conflict }: ColumnsToOverwrite,
): number {
  if (names.length === 0) return 0;
  const quoted = names.map(quoteName);
  const set = quoted.map((name) => {
    const clean = forms.reduce((inner) => `replace(${inner}, ?, ?)`, name);
    // Numbers and bytes in a column without a type stay what they are.
    return `${name} = CASE typeof(${name}) WHEN 'text' THEN ${clean} ELSE ${name} END`;
  });
  const where = quoted.flatMap((name) => forms.map(() => `(typeof(${name}) = 'text' AND instr(${name}, ?))`));
  const values = quoted.flatMap(() => forms.flatMap((form) => [form, redactedMark]));
  return database
    .prepare(`UPDATE OR ${conflict} ${quoteName(table)} SET ${set.join(", ")} WHERE ${where.join(" OR ")}`)
    .run(...values, ...quoted.flatMap(() => forms)).changes;
}

/**
 * The tables that other parts keep in the store, whatever they are called and also where that part is not there in this
 * run, with the columns that may hold text. Those behind the search index are written anew.
 */
export function partTables(
  database: Database,
): readonly (readonly [table: string, columns: readonly string[]])[] {
  return database
    .prepare<[], string>("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    .pluck()
    .all()
    .filter((name) => !ownTables.has(name))
    .map((name) => [name, textColumns(database, name)] as const);
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
