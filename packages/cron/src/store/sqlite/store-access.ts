type Value = string | number | bigint | Uint8Array | null;
export type Row = Readonly<Record<string, Value>>;

export interface Tables {
  run(sql: string, ...values: readonly Value[]): { readonly changes: number };
  all(sql: string, ...values: readonly Value[]): readonly Row[];
}

/** Ways to the tables; matches an open `State` of `@hermes/state` by shape. */
export interface StoreAccess {
  transaction<Result>(work: (tables: Tables) => Result): Result;
  read<Result>(work: (tables: Pick<Tables, "all">) => Result): Result;
}

/** Whether the token is that of the holder; asked in the transaction of what it guards. */
export function holds(tables: Pick<Tables, "all">, token: number): boolean {
  return tables.all("SELECT 1 AS held FROM cron_lease WHERE token = ?", token).length === 1;
}

export function text(row: Row, column: string): string {
  const value = row[column];
  return typeof value === "string" ? value : "";
}

export function optionalText(row: Row, column: string): string | undefined {
  const value = row[column];
  return typeof value === "string" ? value : undefined;
}

export function number(row: Row, column: string): number {
  return Number(row[column] ?? 0);
}

export function optionalNumber(row: Row, column: string): number | undefined {
  const value = row[column];
  return value === null || value === undefined ? undefined : Number(value);
}
