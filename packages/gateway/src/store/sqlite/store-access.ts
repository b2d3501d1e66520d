import type { Fence } from "../owner-store.ts";

type Value = string | number | bigint | Uint8Array | null;
type Row = Readonly<Record<string, Value>>;

export interface Tables {
  run(sql: string, ...values: readonly Value[]): { readonly changes: number; readonly lastId: number };
  all(sql: string, ...values: readonly Value[]): readonly Row[];
}

/** Ways to the tables; matches an open `State` of `@hermes/state` by shape. */
export interface StoreAccess {
  transaction<Result>(work: (tables: Tables) => Result): Result;
  read<Result>(work: (tables: Pick<Tables, "all">) => Result): Result;
}

/** Whether the owner of the token still serves the platform; asked in the transaction of what it guards. */
export function holds(tables: Pick<Tables, "all">, { platform, token }: Fence): boolean {
  return (
    tables.all("SELECT 1 AS held FROM gateway_owners WHERE platform = ? AND token = ?", platform, token)
      .length === 1
  );
}

/** A list as one value: `json_each` takes it apart, so that one statement serves lists of any length. */
export function listed(ids: readonly (number | string)[]): string {
  return JSON.stringify(ids);
}

export function text(row: Row, column: string): string {
  const value = row[column];
  return typeof value === "string" ? value : "";
}

export function number(row: Row, column: string): number {
  return Number(row[column] ?? 0);
}

export function optional(row: Row, column: string): string | undefined {
  const value = row[column];
  return typeof value === "string" ? value : undefined;
}

export type { Row };
