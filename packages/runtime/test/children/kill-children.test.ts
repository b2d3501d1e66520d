/**
 * Parents in processes of their own start children, which end in every way, and are killed (SIGKILL) at random, while another process
 * ends what they left behind. In the end every child has a terminal state and was told of once, and nothing runs. By default a few
 * children; HERMES_TEST_LONG=1: 500.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { settleOrphans } from "@hermes/agent-loop/delegate";
import type { ChildResult } from "@hermes/agent-loop/delegate";
import type { Message } from "@hermes/models";
import { openState } from "@hermes/state";
import { expect, onTestFinished, test } from "vitest";
import { childTables } from "../../src/child/child-tables.ts";
import { storedChildren } from "../../src/child/stored-children.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";
const parents = isLong ? ["one", "two"] : ["one"];
const childrenEach = isLong ? 250 : 16;
const killsEach = isLong ? 20 : 2;
const program = join(import.meta.dirname, "child-host.ts");

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hermes-children-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const each of ["project", "home"]) mkdirSync(join(folder, each));
  // What hangs is ended by its time.
  const delegation = { max_async_children: 8, child_timeout_seconds: 0.3 };
  writeFileSync(join(folder, "home", "config.yaml"), JSON.stringify({ delegation }));
  return folder;
}

/** Runs the parent until it ends, or is killed so many milliseconds after it is ready. */
async function runHost(folder: string, name: string, killAfterMs: number | undefined): Promise<void> {
  const args = ["--conditions=@hermes/source", program, folder, name, String(childrenEach)];
  const host = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void host.kill("SIGKILL"));
  let errors = "";
  host.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => host.on("exit", resolve));
  host.stdout.once("data", () => {
    if (killAfterMs !== undefined) setTimeout(() => host.kill("SIGKILL"), killAfterMs);
  });
  const code = await ended;
  if (code !== 0 && (killAfterMs === undefined || code !== null))
    throw new Error(`It ended with ${code}: ${errors}`);
}

async function surviveKills(folder: string, name: string): Promise<void> {
  for (let kill = 0; kill < killsEach; kill++)
    await runHost(folder, name, 100 + Math.random() * (isLong ? 1_200 : 300));
  await runHost(folder, name, undefined);
}

test(
  "whatever is killed, each child comes to one terminal state, its parent is told of it once, and no process is left",
  { timeout: isLong ? 1_200_000 : 60_000 },
  async () => {
    const folder = newFolder();
    const through = new AbortController();
    const settling = settleMeanwhile(folder, through.signal);
    await Promise.all(parents.map((name) => surviveKills(folder, name)));
    through.abort();
    await settling;

    await using state = openState({ path: join(folder, "home", "hermes.db"), migrations: [childTables] });
    const records = storedChildren(state);
    const states = new Set<string>();
    for (const name of parents) {
      const parentId = readFileSync(join(folder, `session-${name}`), "utf8");
      const all = await records.list({ parentId });
      const started = readFileSync(join(folder, `started-${name}`), "utf8")
        .trim()
        .split("\n");
      expect(all.length).toBeGreaterThanOrEqual(childrenEach);
      expect(started.filter((id) => all.every((record) => record.id !== id))).toEqual([]);
      expect(all.filter((record) => record.end === undefined || record.run !== 1)).toEqual([]);
      const messages = state.messages(parentId).map(({ message }) => message);
      const notices = [...JSON.stringify(messages).matchAll(/The child (\S+) has ended: ([\w-]+)/g)];
      const told = [...notices.map(([, ...each]) => each), ...messages.flatMap(resultsOf)];
      expect(told.toSorted()).toEqual(all.map((record) => [record.id, record.state]).toSorted());
      if (isLong) expect(all.some(({ background }) => !background)).toBe(true);
      expect(state.journal.notices.waiting(parentId)).toEqual([]);
      for (const record of all) states.add(record.state);
    }
    expect(states).toContain("orphaned");
    if (isLong)
      expect([...states].toSorted()).toEqual(["done", "failed", "interrupted", "orphaned", "timed-out"]);
    const file = join(folder, "project", "pids");
    const pids = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
    await expect
      .poll(() => pids.filter((pid) => existsSync(`/proc/${pid}`)), { timeout: 30_000 })
      .toEqual([]);
  },
);

/** Ids and terminal states of the children that a call waited for. */
function resultsOf(message: Message): readonly (readonly string[])[] {
  if (message.role !== "tool" || message.name !== "delegate_task") return [];
  const { results = [] } = JSON.parse(message.content);
  return results.map(({ id, status }: ChildResult) => [id, status]);
}

/** As another program of the same home does it, which is no parent of theirs. */
async function settleMeanwhile(folder: string, signal: AbortSignal): Promise<void> {
  const path = join(folder, "home", "hermes.db");
  while (!existsSync(path)) await delay(20);
  await using state = openState({ path, migrations: [childTables], busyTimeoutMs: 20_000 });
  const records = storedChildren(state);
  while (!signal.aborted) {
    await settleOrphans({ records, live: new Set(), leases: state.journal.leases });
    await delay(15);
  }
}
