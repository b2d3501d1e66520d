import type { PartTables, SqlValue } from "@hermes/state";

/** Who left a file as it is recorded. */
export type TakenBy = "first" | "person" | "hermes";

/** A file as it counts. */
export interface SealRecord {
  /** Of the file: see `SealedFile`. */
  readonly name: string;
  /** SHA-256 of the text; `-` where there was no file. Undefined: the row can't be understood, and nothing is known. */
  readonly hash: string | undefined;
  /** What its form needs to give the text again; see `SealedForm`. */
  readonly kept: string | undefined;
  readonly takenBy: TakenBy;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** It was changed while a session was open: whatever differs needs a yes. */
  readonly isOpen: boolean;
  /** The hash of what the person said no to. */
  readonly refused: string | undefined;
}

/** By name. A row that can't be understood says that the file was known, and no more. */
export function readRecords(tables: Pick<PartTables, "all">): ReadonlyMap<string, SealRecord> {
  const rows = tables.all("SELECT name, hash, kept, taken_by, at, is_open, refused FROM seal_records");
  return new Map(rows.map((row) => [String(row["name"]), toRecord(row)]));
}

// By hand: a schema takes longer to make than everything else that a start does here.
function toRecord({
  name,
  hash,
  kept,
  taken_by,
  at,
  is_open,
  refused,
}: Readonly<Record<string, SqlValue>>): SealRecord {
  const takenBy = (["first", "person", "hermes"] as const).find((one) => one === taken_by);
  const isWhole =
    typeof hash === "string" &&
    /^([0-9a-f]{64}|-)$/.test(hash) &&
    (kept === null || typeof kept === "string") &&
    takenBy !== undefined;
  return {
    name: String(name),
    hash: isWhole ? hash : undefined,
    kept: isWhole ? (kept ?? undefined) : undefined,
    takenBy: takenBy ?? "first",
    at: Number(at),
    isOpen: !isWhole || is_open !== 0,
    refused: typeof refused === "string" ? refused : undefined,
  };
}

export function writeRecord(tables: PartTables, record: SealRecord): void {
  const { name, hash = "", kept = null, takenBy, at, isOpen, refused = null } = record;
  tables.run(
    `INSERT OR REPLACE INTO seal_records (name, hash, kept, taken_by, at, is_open, refused) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ...[name, hash, kept, takenBy, at, isOpen ? 1 : 0, refused],
  );
}
