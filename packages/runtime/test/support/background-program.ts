// Starts one background process, tells of it and delivers what was told, and dies at the write that it is told to.
// Arguments: folder, number of the write, "before" or "after" it, "keep" or "end", "notice" or "poll": how the end is
// learnt.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { argv, env } from "node:process";
import { openState } from "@hermes/state";
import { ProcessTable, createLocalBackend, terminalTools } from "@hermes/terminal-backends";
import type { ProcessRecords } from "@hermes/terminal-backends";
import { processMigrations } from "../../src/processes/process-migrations.ts";
import { storedProcesses } from "../../src/processes/stored-processes.ts";

const [folder = "", diesAt = "", when = "", keep = "", learns = ""] = argv.slice(2);
const taskId = "s1";
const state = openState({ path: join(folder, "hermes.db"), migrations: [processMigrations] });
const backend = createLocalBackend({ cwd: folder, env, tmpDir: folder });
const table = new ProcessTable({ backend, records: mortal(storedProcesses(async () => state)) });

const entry = await table.start("echo run >> runs; echo hit; sleep 0.3; echo bye; exit 3", {
  taskId,
  keep: keep === "keep",
  notify: { onComplete: true, patterns: ["hit"] },
});
await entry.ended;
if (learns === "poll") tell("poll", await poll());
for (const { id, text } of table.notices(taskId)) {
  tell(id, text);
  await table.delivered(taskId, [id]);
}
await table.endTask(taskId);
await backend.dispose();
state.close();

/** Stands for the journal of the session. */
function tell(id: string, text: string): void {
  appendFileSync(join(folder, "told"), `${JSON.stringify({ id, text })}\n`);
}

async function poll(): Promise<string> {
  const tool = terminalTools({ backend, processes: table }).find(({ name }) => name === "process");
  const result = await tool?.execute(
    { action: "poll", session_id: entry.record.id },
    {
      taskId,
      sessionId: taskId,
      callId: "c1",
      signal: new AbortController().signal,
      origin: { platform: "test", entryPoint: "library" },
    },
  );
  return JSON.stringify(result);
}

/** Ends this program at one write, without a word to anybody. */
function mortal(records: ProcessRecords): ProcessRecords {
  let writes = 0;
  const write = async (work: () => Promise<void>): Promise<void> => {
    writes += 1;
    if (writes === Number(diesAt) && when === "before") process.kill(process.pid, "SIGKILL");
    await work();
    if (writes === Number(diesAt) && when === "after") process.kill(process.pid, "SIGKILL");
  };
  return {
    load: (id) => records.load(id),
    save: (record) => write(() => records.save(record)),
    remove: (id, process) => write(() => records.remove(id, process)),
  };
}
