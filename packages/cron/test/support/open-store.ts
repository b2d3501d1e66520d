import { cronTables, sqliteCronStore } from "@hermes/cron";
import type { CronStore, SchedulerOwner } from "@hermes/cron";
import { openState } from "@hermes/state";

export const owner: SchedulerOwner = { host: "here", pid: 1 };

export interface OpenStore extends AsyncDisposable {
  readonly store: CronStore;
}

/** The tables of jobs in a real store. */
export async function openStore(path = ":memory:"): Promise<OpenStore> {
  const state = await openState({ path, migrations: [cronTables] });
  return { store: sqliteCronStore(state), [Symbol.asyncDispose]: async () => state[Symbol.asyncDispose]() };
}

/** The lease, from whoever has it. */
export async function takeLease(store: CronStore, now: number): Promise<number> {
  const taken = await store.lease.acquire({ owner, now, ttlMs: 60_000, isGone: () => true });
  if ("heldBy" in taken) throw new Error("The lease was not given.");
  return taken.lease.token;
}
