import { processOwner } from "@hermes/agent-loop";
import type { PartTables, State } from "@hermes/state";
import { isDeepStrictEqual } from "node:util";
import { holdersInBackground, isOver, readHolders, removeHolder, writeHolder } from "./seal-holders.ts";
import type { SealHolder } from "./seal-holders.ts";
import { readRecords, writeRecord } from "./seal-records.ts";
import type { SealRecord } from "./seal-records.ts";

/** What the store knows of the sealed files. */
export interface Sealed {
  readonly records: ReadonlyMap<string, SealRecord>;
  /** Processes of open sessions, those that died without a word included. */
  readonly holders: readonly SealHolder[];
}

export const nothingSealed: Sealed = { records: new Map(), holders: [] };

/** A record that was made, and the one in whose place it is to come. */
export interface FoundRecord {
  readonly before: SealRecord | undefined;
  readonly record: SealRecord;
}

/** The part of the store that the seal keeps. What a store that is only read can't keep is not kept. */
export class SealStore {
  readonly #state: State;
  /** Of the one who asks. */
  readonly #id: string;
  #since = Infinity;

  constructor(state: State, id: string) {
    this.#state = state;
    this.#id = id;
  }

  read(): Sealed {
    try {
      return this.#state.read(readAll);
    } catch (error) {
      // One that is only read may be of a version without these tables.
      if (this.#state.readOnly) return nothingSealed;
      throw error;
    }
  }

  /**
   * Says that a session is open, and what it found, where nobody has said something else since.
   *
   * @param found What it goes by now, and by what it went before.
   */
  begin(now: number, found: readonly FoundRecord[]): void {
    if (this.#state.readOnly) return;
    this.#state.transaction((tables) => {
      const { records, holders } = readAll(tables);
      for (const { before, record } of found)
        if (isDeepStrictEqual(records.get(record.name), before)) writeRecord(tables, record);
      const over = holders.filter((holder) => isOver(holder, now));
      for (const holder of over) removeHolder(tables, holder);
      // One that was killed could not say what it left behind.
      if (over.length > 0) for (const holder of holdersInBackground(tables, now)) writeHolder(tables, holder);
      this.#since = now;
      this.#sign(tables, now);
    });
  }

  put(record: SealRecord): void {
    if (!this.#state.readOnly) this.#state.transaction((tables) => writeRecord(tables, record));
  }

  /** A sign that this process is there. */
  sign(now: number): void {
    if (!this.#state.readOnly) this.#state.transaction((tables) => this.#sign(tables, now));
  }

  /**
   * What runs still in the background goes on as an open session does.
   *
   * @param mark Gives what is to be kept. Absent: nothing was touched.
   */
  end(now: number, mark: ((sealed: Sealed) => readonly SealRecord[]) | undefined): void {
    if (this.#state.readOnly) return;
    this.#state.transaction((tables) => {
      for (const record of mark?.(readAll(tables)) ?? []) writeRecord(tables, record);
      removeHolder(tables, { id: this.#id });
      for (const holder of holdersInBackground(tables, now)) writeHolder(tables, holder);
    });
  }

  /** Processes that may write now. */
  othersAt(now: number): readonly SealHolder[] {
    return this.read().holders.filter((holder) => holder.id !== this.#id && !isOver(holder, now));
  }

  /** A session that had its first call before the one of this process. */
  elderAt(now: number): SealHolder | undefined {
    return this.othersAt(now).find(
      ({ isSession, since, id }) =>
        isSession && (since < this.#since || (since === this.#since && id < this.#id)),
    );
  }

  #sign(tables: PartTables, at: number): void {
    const own = { id: this.#id, owner: processOwner(), isSession: true };
    writeHolder(tables, { ...own, since: this.#since, at });
  }
}

function readAll(tables: Pick<PartTables, "all">): Sealed {
  return { records: readRecords(tables), holders: readHolders(tables) };
}
