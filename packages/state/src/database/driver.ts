// What is used of better-sqlite3, in types of our own: its types are a package of their own, and whoever has their compiler check
// libraries too would have to install that.

export interface Statement<Parameters extends unknown[] = unknown[], Row = unknown> {
  readonly source: string;
  readonly reader: boolean;
  run(...parameters: Parameters): { changes: number; lastInsertRowid: number | bigint };
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
  iterate(...parameters: Parameters): IterableIterator<Row>;
  pluck(isPlucked?: boolean): this;
  raw(isRaw?: boolean): this;
}

export interface Transaction<Parameters extends unknown[], Result> {
  (...parameters: Parameters): Result;
  deferred(...parameters: Parameters): Result;
  immediate(...parameters: Parameters): Result;
  exclusive(...parameters: Parameters): Result;
}

export interface Database {
  readonly name: string;
  readonly open: boolean;
  readonly readonly: boolean;
  readonly inTransaction: boolean;
  prepare<Parameters extends unknown[] | object = unknown[], Row = unknown>(
    sql: string,
  ): Parameters extends unknown[] ? Statement<Parameters, Row> : Statement<[Parameters], Row>;
  transaction<Parameters extends unknown[], Result>(
    work: (...parameters: Parameters) => Result,
  ): Transaction<Parameters, Result>;
  exec(sql: string): this;
  pragma(sql: string, options?: { simple?: boolean | undefined }): unknown;
  unsafeMode(isUnsafe?: boolean): this;
  backup(
    file: string,
    options?: { progress: (info: { totalPages: number; remainingPages: number }) => number },
  ): Promise<{ totalPages: number; remainingPages: number }>;
  close(): this;
}
