import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import type { Connection } from "../database/connect.ts";
import type { SearchIndex } from "../search/search-index.ts";
import { harmful } from "./backup.ts";

export interface CheckPagesOptions {
  /** Ends the check at once. */
  readonly signal?: AbortSignal | undefined;
  /** Compares each index with its table too, which takes two to three times as long. @default false */
  readonly thorough?: boolean | undefined;
  /** Reads a small store in this process: no time goes into starting another, and nothing can end it. @default false */
  readonly inProcess?: boolean | undefined;
}

/** A part of a store that can't be read as it was written. */
export interface DamagedTable {
  /** Empty for what belongs to no table, such as the list of tables. */
  readonly table: string;
  /** It is derived from the rest, which is whole: it is built anew, and nothing is lost. */
  readonly derived: boolean;
  /** What SQLite says is wrong with it. */
  readonly lines: readonly string[];
}

/**
 * What runs in a process of its own: reading every page of a large store takes seconds, in which nothing could end a
 * thread.
 */
const script = `
const [driver, path, pragma] = process.argv.slice(1);
const database = new (require(driver))(path, { readonly: true });
let lines;
try {
  lines = database.prepare(pragma).pluck().all();
} catch (error) {
  lines = [String(error.message)];
}
process.stdout.write(JSON.stringify(lines));`;

/** Reads every page of the store. A damaged search index is thrown away, and built anew in the background. */
export function createCheckPages(
  { database, file, readOnly, attempt }: Connection,
  index: SearchIndex,
): (options?: CheckPagesOptions) => Promise<readonly DamagedTable[]> {
  /** SQLite gives up at the first page that makes no sense: where there is one, each table is looked at for itself. */
  function damagedTables(pragma: string): readonly DamagedTable[] {
    return tablesOf().flatMap((table) => {
      const lines = harmful(linesOf(`${pragma}('${table.replaceAll("'", "''")}')`));
      return lines.length === 0 ? [] : [{ table, derived: isIndex(table), lines }];
    });
  }

  function tablesOf(): readonly string[] {
    try {
      return database
        .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
        .pluck()
        .all();
    } catch {
      // The list of tables is what is damaged.
      return [];
    }
  }

  function linesOf(pragma: string): readonly string[] {
    try {
      return database.prepare<[], string>(pragma).pluck().all();
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
  }

  return async ({ signal, thorough = false, inProcess = false } = {}) => {
    signal?.throwIfAborted();
    const pragma = thorough ? "PRAGMA integrity_check" : "PRAGMA quick_check";
    attempt(() => database.pragma("page_count"));
    const lines = harmful(
      inProcess || file === ":memory:" ? linesOf(pragma) : await linesInProcess({ file, pragma, signal }),
    );
    if (lines.length === 0) return [];
    const damaged = damagedTables(pragma);
    if (damaged.some(({ derived }) => derived) && !readOnly) attempt(() => index.markDamaged());
    return damaged.length > 0 ? damaged : [{ table: "", derived: false, lines }];
  };
}

function isIndex(table: string): boolean {
  return /^(?:(?:message|session)_words(?:_|$)|message_(?:facts|times)$)/.test(table);
}

interface InProcess {
  readonly file: string;
  readonly pragma: string;
  readonly signal: AbortSignal | undefined;
}

async function linesInProcess({ file, pragma, signal }: InProcess): Promise<readonly string[]> {
  const driver = createRequire(import.meta.url).resolve("better-sqlite3");
  const run = promisify(execFile);
  try {
    // A store may be of any size: the signal ends it, and no limit of time.
    const { stdout } = await run(process.execPath, ["-e", script, driver, file, pragma], {
      ...(signal !== undefined && { signal }),
      killSignal: "SIGKILL",
      maxBuffer: 16_000_000,
    });
    return JSON.parse(stdout) as string[]; // What the script above has written.
  } catch (error) {
    signal?.throwIfAborted();
    throw new Error(`The check of the store could not be run: ${reasonOf(error)}`, { cause: error });
  }
}

/** What the program says of itself is in `stderr`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const said = "stderr" in error ? String(error.stderr).trim() : "";
  return said === "" ? error.message : said;
}
