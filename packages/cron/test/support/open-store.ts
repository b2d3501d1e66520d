import { cronTables, sqliteCronStore } from "@hermes/cron";
import type { CronStore, SchedulerOwner } from "@hermes/cron";
import { openState } from "@hermes/state";

export const owner: SchedulerOwner = { host: "here", pid: 1 };

export interface OpenStore extends Disposable {
  readonly store: CronStore;
}

/** The tables of jobs in a real store. */
export function openStore(path = ":memory:"): OpenStore {
  const state = openState({ path, migrations: [cronTables] });
  return { store: sqliteCronStore(state), [Symbol.dispose]: () => state.close() };
}

/** The lease, from whoever has it. */
export async function takeLease(store: CronStore, now: number): Promise<number> {
  const taken = await store.lease.acquire({ owner, now, ttlMs: 60_000, isGone: () => true });
  if ("heldBy" in taken) throw new Error("The lease was not given.");
  return taken.lease.token;
}
