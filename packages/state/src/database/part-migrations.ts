import type { Database } from "./driver.ts";

/**
 * Tables that another part keeps in the store, beside ours.
 *
 * Its tables should begin with the name of the part; the steps are only ever appended to.
 */
export interface PartMigrations {
  /** Lower-case letters, digits and underscores. */
  readonly part: string;
  /** SQL that takes the part from one version to the next, oldest first. */
  readonly steps: readonly string[];
}

/**
 * Brings the tables of a part forward, all steps in one transaction.
 *
 * @returns The version that the part has now; more than there are steps when a newer version of it wrote the store.
 */
export function migratePart(database: Database, { part, steps }: PartMigrations): number {
  const version = versionOf(database, part);
  if (version >= steps.length) return version;
  const bringForward = database.transaction(() => {
    // Read again under the lock: another process may have done the work meanwhile.
    for (let next = versionOf(database, part); next < steps.length; next++) database.exec(steps[next] ?? "");
    database
      .prepare(
        "INSERT INTO part_versions (part, version) VALUES (?, ?) ON CONFLICT (part) DO UPDATE SET version = excluded.version",
      )
      .run(part, steps.length);
  });
  bringForward.immediate();
  return steps.length;
}

/** @throws {TypeError} For a name that could be mistaken for something else, or that is there twice. */
export function checkParts(parts: readonly PartMigrations[]): void {
  const seen = new Set<string>();
  for (const { part } of parts) {
    if (!/^[a-z][a-z0-9_]*$/.test(part))
      throw new TypeError(`"${part}" is no name for a part: use lower-case letters, digits and underscores.`);
    if (seen.has(part)) throw new TypeError(`The part "${part}" brings its migrations twice.`);
    seen.add(part);
  }
}

function versionOf(database: Database, part: string): number {
  return (
    database
      .prepare<[string], number>("SELECT version FROM part_versions WHERE part = ?")
      .pluck()
      .get(part) ?? 0
  );
}
