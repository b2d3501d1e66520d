import Sqlite from "better-sqlite3";
import type { Database } from "./database/driver.ts";
import type { Kysely } from "kysely";
import type { Connection } from "./database/connect.ts";
import type { StateTables } from "./tables.ts";

export interface Queries {
  open(): Promise<Kysely<StateTables>>;
  close(): void;
}

/**
 * Queries of others. They get a connection that only reads: a transaction left open on the store's own connection would
 * hold back what the journal has acknowledged. Kysely is loaded when it is first asked for.
 */
export function createQueries({ database, file, attempt }: Connection): Queries {
  let opened: Promise<Kysely<StateTables>> | undefined;
  let reader: Database | undefined;

  async function open(): Promise<Kysely<StateTables>> {
    const { Kysely, SqliteDialect } = await import("kysely");
    reader = attempt(connectReader);
    return new Kysely<StateTables>({ dialect: new SqliteDialect({ database: reader }) });
  }

  function connectReader(): Database {
    // A closed store fails here, like everywhere else.
    const timeout = Number(database.pragma("busy_timeout", { simple: true }));
    return file === ":memory:" ? database : new Sqlite(file, { readonly: true, timeout });
  }

  return {
    open: () => (opened ??= open()),
    close: () => void reader?.close(),
  };
}
