import type { Connection } from "./database/connect.ts";

export type SqlValue = string | number | bigint | Uint8Array | null;

/** What a part does with its own tables. Statements are prepared once for each text of SQL. */
export interface PartTables {
  /** @returns How many rows changed, and the id of the last one that was inserted. */
  run(sql: string, ...values: readonly SqlValue[]): { readonly changes: number; readonly lastId: number };
  all(sql: string, ...values: readonly SqlValue[]): readonly Readonly<Record<string, SqlValue>>[];
}

/** Ways to the tables of parts: `transaction` writes, `read` waits for nobody. */
export interface PartAccess {
  transaction<Result>(work: (tables: PartTables) => Result): Result;
  read<Result>(work: (tables: Pick<PartTables, "all">) => Result): Result;
}

export function createPartAccess({ database, attempt }: Connection): PartAccess {
  const statements = new Map<
    string,
    ReturnType<typeof database.prepare<SqlValue[], Record<string, SqlValue>>>
  >();

  function prepared(sql: string) {
    let statement = statements.get(sql);
    if (statement === undefined) statements.set(sql, (statement = database.prepare(sql)));
    return statement;
  }

  const tables: PartTables = {
    run(sql, ...values) {
      const { changes, lastInsertRowid } = prepared(sql).run(...values);
      return { changes, lastId: Number(lastInsertRowid) };
    },
    all: (sql, ...values) => prepared(sql).all(...values),
  };
  // Made once: each takes longer to make than to run.
  const transaction = database.transaction((work: (tables: PartTables) => unknown) => work(tables));
  return {
    // What comes back is what `work` gave.
    transaction: <Result>(work: (tables: PartTables) => Result): Result =>
      attempt(() => transaction.immediate(work) as Result),
    read: (work) => attempt(() => work(tables)),
  };
}
