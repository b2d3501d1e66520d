import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, scripted } from "@hermes/agent-loop";
import type { Message } from "@hermes/models";
import { openState } from "@hermes/state";
import { expect, onTestFinished, test } from "vitest";
import { processMigrations } from "../src/processes/process-migrations.ts";
import { storedProcesses } from "../src/processes/stored-processes.ts";
import { runToDeath } from "./support/run-to-death.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";
const program = join(import.meta.dirname, "support", "noticing-program.ts");
const sessionId = "s1";
/** Recording, the head, the words, the notice, a request, a call: its start, the second notice, its result; another answer, the end. */
const writes = 12;

function newStore(): string {
  const folder = mkdtempSync(join(tmpdir(), "hermes-notices-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "hermes.db");
}

function textOf(message: Message): string {
  const notes = message.role === "assistant" ? [] : (message.notes ?? []);
  const content =
    message.role === "tool"
      ? [message.content]
      : message.content.map((part) => (part.type === "text" ? part.text : ""));
  return [...content, ...notes].join("\n");
}

const points = Array.from({ length: writes }, (_, n) => n + 1).flatMap((n) => [
  ["before", n] as const,
  ["after", n] as const,
]);
const sample = [
  ["after", 1],
  ["before", 4],
  ["after", 4],
  ["after", 8],
  ["before", 9],
  ["after", 9],
] as const;

test.each(isLong ? points : sample)(
  "a process killed %s write %i of recording and delivering leaves each notice in the history once",
  { timeout: 60_000 },
  async (when, diesAt) => {
    const path = newStore();
    await runToDeath(program, [path, String(diesAt), when]);

    await using state = openState({ path });
    const kept = [
      ...state.messages(sessionId).map(({ message }) => textOf(message)),
      ...state.journal.notices.waiting(sessionId).map(({ text }) => text),
    ].join("\n");
    // The first write records the first, the eighth the second.
    expect(kept.includes("first rang")).toBe(diesAt > 1 || when === "after");
    expect(kept.includes("second rang")).toBe(diesAt > 8 || (diesAt === 8 && when === "after"));
    // Whoever noticed it notices it again, where it was not recorded.
    for (const id of ["first", "second"])
      state.journal.notices.record(sessionId, { id, source: "test", text: `${id} rang`, at: 2 });
    const agent = new Agent({ model: scripted([{ text: "Yes." }]), sessionId, journal: state.journal });
    await agent.chat("and now?");
    await agent.close();

    const said = state
      .messages(sessionId)
      .map(({ message }) => textOf(message))
      .join("\n");
    for (const id of ["first", "second"]) expect([id, said.split(`${id} rang`).length - 1]).toEqual([id, 1]);
    expect(state.journal.notices.waiting(sessionId)).toEqual([]);
  },
);

test("undelivered notices of an earlier version are delivered", async () => {
  const path = newStore();
  const [first = ""] = processMigrations.steps;
  const old = openState({ path, migrations: [{ ...processMigrations, steps: [first] }] });
  const notices = [{ id: "p1.1", text: "Process p1 has ended.", about: "end" }];
  const record = {
    ...{ taskId: sessionId, id: "p1", command: "true", startedAtMs: 7, keep: false, pty: false },
    ...{ state: "exited", exit: { exitCode: 0, atMs: 9 }, notify: { onComplete: true, patterns: [] } },
    ...{ matches: 0, noticesMade: 1, notices },
  };
  old.transaction(({ run }) => {
    run("INSERT INTO processes_records VALUES (?, ?, ?)", sessionId, "p1", JSON.stringify(record));
    run("INSERT INTO processes_records VALUES (?, ?, ?)", sessionId, "p2", "not JSON");
  });
  old.close();

  await using state = openState({ path, migrations: [processMigrations] });

  const told = { source: "process", text: "Process p1 has ended.", at: 7 };
  expect(state.journal.notices.waiting(sessionId)).toMatchObject([told]);
  state.transaction(({ run }) => run("DELETE FROM processes_records WHERE id = 'p2'"));
  expect(await storedProcesses(async () => state).load(sessionId)).toMatchObject([{ id: "p1", notices }]);
});
