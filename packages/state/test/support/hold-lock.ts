// Takes the lock for writing of the store at the path given, writes a bit, and keeps it until it is killed.
import { writeSync } from "node:fs";
import Sqlite from "better-sqlite3";

const [path = ""] = process.argv.slice(2);
const database = new Sqlite(path);
database.exec("BEGIN IMMEDIATE; UPDATE sessions SET title = 'half';");
writeSync(1, "held\n");
setInterval(() => undefined, 1_000);
