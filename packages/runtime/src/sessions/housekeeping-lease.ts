import type { State } from "@hermes/state";
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";

/** The right to tidy up, which one program has at a time. */
export interface Lease {
  /** @returns Whether this program has it now; it lasts a minute from then on. */
  take(): boolean;
  release(): void;
}

const leaseMs = 60_000;

/** A lease in the store. One whose process is gone, or whose time is over, is free, also after the clock was set back. */
export function createLease(state: Pick<State, "transaction">, now: () => number): Lease {
  const holder = randomUUID();
  const host = hostname();

  return {
    take: () =>
      state.transaction(({ all, run }) => {
        const [row] = all("SELECT holder, host, pid, until FROM housekeeping_lease");
        if (row !== undefined && row["holder"] !== holder && isHeld(row)) return false;
        run(
          "INSERT OR REPLACE INTO housekeeping_lease (id, holder, host, pid, until) VALUES (1, ?, ?, ?, ?)",
          holder,
          host,
          process.pid,
          now() + leaseMs,
        );
        return true;
      }),
    release: () =>
      state.transaction(({ run }) => {
        run("DELETE FROM housekeeping_lease WHERE holder = ?", holder);
      }),
  };

  function isHeld(row: Readonly<Record<string, unknown>>): boolean {
    const left = Number(row["until"]) - now();
    if (left <= 0 || left > leaseMs) return false;
    return row["host"] !== host || isAlive(Number(row["pid"]));
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It is there, but somebody else's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
