// What heartbeats cost where nothing happens: 24 hours of a hundred chats, with the clock of the bench, real files and a real store.
// Each chat has a file with three tasks that are not due and a watched folder; in the store wait notices of other kinds.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openState } from "@hermes/state";
import { report } from "@hermes/tooling/bench";
import { createHeartbeats, cronTables, sqliteCronStore } from "../src/index.ts";

const chatCount = 100;
const daySeconds = 86_400;
const tickSeconds = 2;

const folder = mkdtempSync(join(tmpdir(), "hermes-bench-heartbeat-"));
try {
  const state = openState({ path: join(folder, "hermes.db"), migrations: [cronTables] });
  const { memory } = sqliteCronStore(state);
  const chats = Array.from({ length: chatCount }, (_, index) => {
    const own = join(folder, String(index));
    mkdirSync(join(own, "watched"), { recursive: true });
    for (let file = 0; file < 20; file++) writeFileSync(join(own, "watched", `${file}.txt`), "text");
    const tasks = ["every 40d: a", "0 7 1 1 *: b", "0 9 24 12 *: c", "when watched changes: d"];
    writeFileSync(join(own, "HEARTBEAT.md"), tasks.map((task) => `- ${task}\n`).join(""));
    state.journal.notices.record(`session ${index}`, {
      ...{ id: "sent", source: "delivery", text: "Sent.", at: 1 },
    });
    return { key: `chat ${index}`, files: [join(own, "HEARTBEAT.md")], folder: own };
  });
  let [now, wakes] = [Date.UTC(2027, 2, 1), 0];
  const heartbeats = createHeartbeats({
    ...{ everyMs: 30 * 60_000, timeZone: "Europe/Berlin", quietHours: "03:00-03:01", token: "HEARTBEAT_OK" },
    now: () => now,
    ports: {
      chats: async () => chats,
      read: async (path) => ({ text: readFileSync(path, "utf8"), provenance: [] }),
      ended: async (chat) =>
        state.journal.notices
          .waiting(chat.replace("chat", "session"))
          .flatMap(({ id, source }) => (source === "process" ? [id] : [])),
      async wake() {
        wakes += 1;
        return "kept";
      },
      woken: async () => "done",
      asked: { pending: async () => [], settle: async () => undefined },
      memory,
    },
  });
  const pass = async (seconds: number): Promise<void> => {
    for (const end = now + seconds * 1_000; now < end; now += tickSeconds * 1_000)
      // oxlint-disable-next-line no-await-in-loop -- one tick after another
      await heartbeats.tick();
  };
  // The files are new.
  await pass(3_600);
  if (wakes !== chatCount) throw new Error(`${wakes} heartbeats for ${chatCount} new files.`);

  const used = process.cpuUsage();
  await pass(daySeconds);
  const { user, system } = process.cpuUsage(used);

  if (wakes !== chatCount) throw new Error(`${wakes - chatCount} heartbeats without a trigger.`);
  const seconds = (user + system) / 1_000_000;
  report({
    ...{ figure: "24 h of heartbeats in 100 chats without a trigger: processor time", unit: "s" },
    ...{ value: seconds, better: "lower" },
  });
  report({
    ...{ figure: "the same, as a share of a core (goal: 1 %)", unit: "%" },
    ...{ value: (seconds / daySeconds) * 100, better: "lower" },
  });
  state.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
