// node --conditions=@hermes/source scheduler-process.ts STORE EFFECTS: fires the jobs of a store until it is killed. A run takes some
// milliseconds, and appends a line with the key of its slot, unless it is there already.
import { appendFileSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { createScheduler, cronTables, slotKey, sqliteCronStore } from "@hermes/cron";
import { openState } from "@hermes/state";

const [path = "", effects = ""] = process.argv.slice(2);
const state = openState({ path, migrations: [cronTables] });

createScheduler({
  store: sqliteCronStore(state),
  owner: { host: hostname(), pid: process.pid },
  isGone: ({ pid }) => !isAlive(pid),
  async run({ slot, signal, began }) {
    const key = slotKey(slot);
    if (slot.sessionId === undefined) await began(key);
    await wait(slot.at % 40, undefined, { signal });
    if (!readFileSync(effects, "utf8").includes(`${key}\n`)) appendFileSync(effects, `${key}\n`);
    await wait(5, undefined, { signal });
    return { outcome: "answered", text: key, deliveries: [] };
  },
}).start();

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
