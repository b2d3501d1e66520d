import type { State } from "@hermes/state";

export interface Mark {
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What was done when, kept in the store. */
export interface Marks {
  get(name: string): Mark | undefined;
  set(name: string, value: string): void;
}

export function createMarks(state: Pick<State, "transaction">, now: () => number): Marks {
  return {
    get: (name) =>
      state.transaction(({ all }) => {
        const [row] = all("SELECT value, at FROM housekeeping_marks WHERE name = ?", name);
        return row && { value: String(row["value"]), at: Number(row["at"]) };
      }),
    set: (name, value) =>
      state.transaction(({ run }) => {
        run(
          `INSERT INTO housekeeping_marks (name, value, at) VALUES (?, ?, ?)
           ON CONFLICT (name) DO UPDATE SET value = excluded.value, at = excluded.at`,
          name,
          value,
          now(),
        );
      }),
  };
}
