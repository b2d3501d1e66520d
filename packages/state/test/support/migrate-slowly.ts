// migrate-slowly.ts PATH store|part: begins a migration of the store or of a part, and stops in its middle until it is killed.
import { writeSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { migrate, migrations } from "../../src/database/migrations.ts";
import { migratePart } from "../../src/database/part-migrations.ts";

const [path = "", what = ""] = process.argv.slice(2);
const database = new Sqlite(path);
database.pragma("journal_mode = WAL");
// So that much of the transaction is in the log already.
database.pragma("cache_size = 10");
database.function("wait_to_be_killed", () => {
  writeSync(1, "in the middle\n");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  return null;
});
const steps = [
  "CREATE TABLE chores_jobs (id INTEGER PRIMARY KEY, name TEXT) STRICT; UPDATE messages SET text = text || ' changed';",
  `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
   INSERT INTO chores_jobs (name) SELECT hex(randomblob(200)) FROM n;
   SELECT wait_to_be_killed();`,
];
if (what === "part") migratePart(database, { part: "chores", steps });
else migrate(database, [...migrations, ...steps]);
