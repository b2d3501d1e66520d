// One job in a store in memory, one tick, and the receipts of what was due.
import { createScheduler, createCronJobs, cronTables, sqliteCronStore } from "@hermes/cron";
import { openState } from "@hermes/state";

let now = Date.parse("2026-03-02T08:00:00Z");
const state = openState({ path: ":memory:", migrations: [cronTables] });
const store = sqliteCronStore(state);
const jobs = createCronJobs({ store, timeZone: "Europe/Berlin", scan: async () => [], now: () => now });

const { job, reading } = await jobs.create(
  { schedule: "every weekday at 9:30", prompt: "What is new?" },
  { by: "person" },
);
console.log(job.name, "-", reading);

const scheduler = createScheduler({
  store,
  run: async ({ slot }) => ({
    outcome: "answered",
    text: `The news of ${new Date(slot.at).toISOString()}.`,
    deliveries: [],
  }),
  owner: { host: "here", pid: process.pid },
  isGone: () => false,
  now: () => now,
});

// The machine sleeps over two times of the job.
now = Date.parse("2026-03-03T10:00:00Z");
await scheduler.tick();
for (const { at, state: became, result } of await jobs.history())
  console.log([new Date(at).toISOString(), became, result?.text].join(" ").trimEnd());
state.close();
