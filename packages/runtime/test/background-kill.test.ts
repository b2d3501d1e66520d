import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openState } from "@hermes/state";
import { ProcessTable, createLocalBackend } from "@hermes/terminal-backends";
import { describe, expect, test } from "vitest";
import { processMigrations } from "../src/processes/process-migrations.ts";
import { storedProcesses } from "../src/processes/stored-processes.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";
const taskId = "s1";
const program = join(import.meta.dirname, "support", "background-program.ts");
// Starting, running, the match, the end, two notices delivered, forgotten: at the eighth nothing is left to write.
const writes = [1, 2, 3, 4, 5, 6, 7, 8];
// By default each write dies once, with a process of one kind or of the other.
const writesBy = (keep: string): readonly number[] =>
  isLong ? writes : writes.filter((write) => (write % 2 === 0) === (keep === "keep"));

describe.concurrent.each(["end", "keep"])(
  "a program killed at a write about a process (%s)",
  (keep) => {
    describe.each(isLong ? ["before", "after"] : ["before"])("%s", (when) => {
      test.each(writesBy(keep))(
        "kill %i loses no record, starts nothing twice and delivers every notice once",
        async (diesAt) => {
          const folder = await realpath(await mkdtemp(join(tmpdir(), "hermes-kill-test-")));
          try {
            const child = spawn(
              process.execPath,
              ["--conditions=@hermes/source", program, folder, String(diesAt), when, keep, "notice"],
              { stdio: ["ignore", "ignore", "inherit"] },
            );
            const [, signal] = await once(child, "exit");
            await checkAfter(folder, { keep: keep === "keep", wasKilled: signal === "SIGKILL" });
            expect([diesAt, signal]).toEqual([diesAt, diesAt < 8 ? "SIGKILL" : null]);
          } finally {
            await rm(folder, { recursive: true, force: true });
          }
        },
      );
    });
  },
  60_000,
);

// Starting, running, the match, the end, that the end is known, the match delivered, forgotten; nothing at the eighth.
describe.concurrent("a program killed at a write about a process that it polls", () => {
  test.each(isLong ? [4, 5, 6, 7, 8] : [5, 6])(
    "kill %i: the end is in the answer, or a poll gives it again",
    async (diesAt) => {
      const folder = await realpath(await mkdtemp(join(tmpdir(), "hermes-kill-test-")));
      try {
        const args = [folder, String(diesAt), "before", "end", "poll"];
        const child = spawn(process.execPath, ["--conditions=@hermes/source", program, ...args], {
          stdio: ["ignore", "ignore", "inherit"],
        });
        const [, signal] = await once(child, "exit");
        await using state = openState({ path: join(folder, "hermes.db"), migrations: [processMigrations] });
        const backend = createLocalBackend({ cwd: folder, env: process.env, tmpDir: folder });
        const table = new ProcessTable({ backend, records: storedProcesses(async () => state) });
        await table.restore(taskId);
        const polled = linesOf(join(folder, "told")).filter((line) => line.includes('"poll"'));
        const [entry] = await table.list(taskId);
        const ends = table.notices(taskId).filter(({ about }) => about === "end");
        await backend.dispose();

        expect([diesAt, signal]).toEqual([diesAt, diesAt < 8 ? "SIGKILL" : null]);
        // Before its end was stored nobody can say how it ended; that it did is told.
        if (diesAt === 4) expect([entry?.record.state, ends.length]).toEqual(["lost", 1]);
        if (diesAt === 5) expect([entry?.record.exit?.exitCode, ends.length, polled]).toEqual([3, 1, []]);
        if (diesAt > 5) {
          expect(polled).toEqual([expect.stringContaining(String.raw`\"exit_code\":3`)]);
          expect(ends).toEqual([]);
        }
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    60_000,
  );
});

async function checkAfter(
  folder: string,
  { keep, wasKilled }: { readonly keep: boolean; readonly wasKilled: boolean },
): Promise<void> {
  await using state = openState({ path: join(folder, "hermes.db"), migrations: [processMigrations] });
  const backend = createLocalBackend({ cwd: folder, env: process.env, tmpDir: folder });
  const told = linesOf(join(folder, "told")).map((line) => JSON.parse(line).text as string); // written by the program
  const records = storedProcesses(async () => state);
  const before = await records.load(taskId);
  const table = new ProcessTable({ backend, records });
  await table.restore(taskId);
  const found = await table.list(taskId);
  // What still runs is waited for: the end that it comes to is told as well.
  const hold = setInterval(() => undefined, 100);
  await Promise.all(found.map((entry) => entry.ended));
  clearInterval(hold);
  const waiting = table.notices(taskId).map(({ text }) => text);
  const all = [...new Set([...told, ...waiting])];
  const started = linesOf(join(folder, "runs")).length;

  expect(found.map(({ record }) => record.id)).toEqual(before.map(({ id }) => id));
  expect(started).toBeLessThanOrEqual(1);
  // What was started is known, unless everything about it was told and it was forgotten.
  if (started === 1 && wasKilled) expect(before.length === 1 || told.length === 2).toBe(true);
  expect(found.every(({ record }) => ["exited", "lost"].includes(record.state))).toBe(true);
  const ends = all.filter((text) => !text.includes("watched for"));
  expect(ends.length).toBe(before.length === 0 && told.length === 0 ? 0 : 1);
  expect(all.filter((text) => text.includes("watched for")).length).toBeLessThanOrEqual(1);
  if (keep && started === 1) {
    expect(ends).toEqual([expect.stringMatching(/exit code 3\.\n\| hit\n\| bye$/)]);
    expect(all).toHaveLength(2);
  }
  await backend.dispose();
}

function linesOf(file: string): readonly string[] {
  return existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
    : [];
}
