import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { Agent, scripted } from "@hermes/agent-loop";
import { journalContract } from "@hermes/agent-loop/testing";
import pg from "pg";
import { startPostgres } from "./private-postgres.ts";
import { migrate, postgresJournal } from "./postgres-journal.ts";

const postgres = await startPostgres();
const pool = new pg.Pool({ connectionString: postgres.url });
before(async () => await migrate(pool));
after(async () => {
  await pool.end();
  await postgres.stop();
});

const contract = journalContract(async () => {
  await pool.query("TRUNCATE hermes_sessions, hermes_entries, hermes_notices");
  return { journal: postgresJournal(pool), reopen: () => postgresJournal(pool) };
});
for (const { name, run } of contract) test(name, run);

test("of processes that race for a session one writes at a time, and nothing that was said is lost", async () => {
  const sessionId = randomUUID();
  await new Agent({ ...agentOptions(), sessionId }).chat("Begin.");

  const said = await Promise.all(["a", "b", "c"].map(async (name) => await racer(sessionId, name)));

  const stored = await postgresJournal(pool).load(sessionId);
  const texts = (stored?.messages ?? []).flatMap(({ role, content }) =>
    role === "user" ? content.map((part) => (part.type === "text" ? part.text : "")) : [],
  );
  assert.deepEqual(texts.toSorted(), ["Begin.", ...said.flatMap((each) => each.said)].toSorted());
  assert.equal(stored?.messages.length, texts.length * 2);
  // Who was turned away had not begun, and said it again.
  assert.deepEqual(
    said.map((each) => each.said.length),
    [5, 5, 5],
  );
  assert.ok(said.some(({ busy }) => busy > 0));
});

test("what a process writes after its session was taken over is refused", async () => {
  const sessionId = randomUUID();
  const first = new Agent({ ...agentOptions(), sessionId });
  await first.chat("Begin.");
  await first.open();
  const second = new Agent({ ...agentOptions(), sessionId });

  await second.open({ takeOver: true });

  await assert.rejects(first.chat("Too late."), { code: "SESSION_BUSY" });
  assert.equal(await second.chat("On."), "ok");
  await first.close();
  await second.close();
});

function agentOptions() {
  return { model: scripted(() => ({ text: "ok" })), journal: postgresJournal(pool) };
}

/** Another process that says five things. */
async function racer(sessionId: string, name: string): Promise<{ said: string[]; busy: number }> {
  const child = fork(new URL("racer.ts", import.meta.url), [sessionId, name], {
    env: { ...process.env, DATABASE_URL: postgres.url },
  });
  return await new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", (code) => code === 0 || reject(new Error(`The process ended with ${code}.`)));
  });
}
