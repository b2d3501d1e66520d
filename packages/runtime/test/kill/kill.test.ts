/**
 * A real process takes a turn of thirteen steps with the real runtime, then condenses it, and is killed (SIGKILL) at every point
 * at which it writes to the store: before the write, after it, and a moment after. Whatever the point: the store opens, every
 * acknowledged message is there, the turn goes on to the same answer, and no effect happens twice.
 *
 * To add a kind of work (a background process, a script of code), add a step to `workSteps` in work.ts; what must not
 * happen twice gets an `effect`. To add a way to write, add its name to `writers` in watch-writes.ts. The points are counted
 * in a run without a death, so that nothing else has to change.
 *
 * By default some of the points are tried; HERMES_TEST_LONG=1 tries all.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTodoList } from "@hermes/agent-loop";
import { loadSettings } from "@hermes/config";
import { scripted } from "@hermes/models";
import type { Message } from "@hermes/models";
import { openState } from "@hermes/state";
import { expect, onTestFinished, test } from "vitest";
import { createRuntime } from "../../src/index.ts";
import { effects, finalAnswer, nextAnswer, workSteps } from "./work.ts";
import { runToDeath } from "../support/run-to-death.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";
const kinds = ["before", "after", "during"] as const;

test("the turn takes thirteen steps and reaches every kind of write", { timeout: 60_000 }, async () => {
  const { ledger, approvals, points } = await wholeTurn();

  expect(workSteps.length + 1).toBe(13);
  expect(ledger.toSorted()).toEqual(effects.toSorted());
  // Without a jail, a script is asked about too.
  expect(approvals.filter((tool) => tool !== "execute_code")).toEqual(["terminal", "terminal"]);
  for (const point of [
    "journal.create",
    "journal.append user message",
    "journal.append request-start",
    "journal.append assistant message",
    "journal.append tool-start",
    "journal.append tool message",
    "journal.append turn-end",
    "journal.append compression",
    "approvals.open",
    "approvals.answer",
    "spending.reserve",
    "spending.settle",
  ])
    expect(points).toContain(point);
});

test(
  "wherever the process is killed, nothing acknowledged is lost, no effect happens twice, and the turn comes to the same answer",
  { timeout: isLong ? 3_600_000 : 120_000 },
  async () => {
    const { points } = await wholeTurn();
    const all = points.flatMap((name, index) =>
      kinds.map((kind) => ({ name, point: `${kind} ${index + 1}` })),
    );
    const condensing = all.filter(({ name }) => name === "journal.append compression").slice(0, 2);
    const queue = isLong ? all : [...sampleOf(all, 3), ...condensing];

    // Two at a time: most of the time of each is the start of a process.
    const worker = async (): Promise<void> => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        const { name, point } = next;
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await survive(point).catch((error: unknown) => {
          throw new Error(
            `Killed ${point} (${name}): ${error instanceof Error ? error.message : String(error)}`,
            {
              cause: error,
            },
          );
        });
      }
    };
    await Promise.all([worker(), worker()]);
  },
);

test(
  "killed while a person is asked, the call waits, the person is asked again, and it runs once",
  { timeout: 60_000 },
  async () => {
    const folder = newFolder();
    await takeTurn(folder, "question 1");

    const messages = await goOn(folder, readFileSync(join(folder, "session"), "utf8"));

    const standIns = messages.flatMap((message) =>
      message.role === "tool" && message.standsFor !== undefined ? [message.standsFor] : [],
    );
    expect(standIns).toEqual([]);
    expectPaired(messages);
    expect(linesOf(join(folder, "ledger")).toSorted()).toEqual(effects.toSorted());
  },
);

interface Point {
  readonly name: string;
  readonly point: string;
}

/** Points far from each other; over several runs of the code they stay the same. */
function sampleOf(all: readonly Point[], count: number): Point[] {
  const step = (all.length - 1) / (count - 1);
  return Array.from({ length: count }, (_, n) => all[Math.round(n * step)]).filter(
    (each) => each !== undefined,
  );
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hermes-kill-"));
  mkdirSync(join(folder, "project"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface WholeTurn {
  readonly points: readonly string[];
  readonly ledger: readonly string[];
  readonly approvals: readonly string[];
}

let whole: Promise<WholeTurn> | undefined;

/** The turn without a death, taken once for all tests. */
function wholeTurn(): Promise<WholeTurn> {
  const take = async (): Promise<WholeTurn> => {
    const folder = newFolder();
    await takeTurn(folder, "never");
    const [points = [], ledger = [], approvals = []] = ["points", "ledger", "approvals"].map((name) =>
      linesOf(join(folder, name)),
    );
    return { points, ledger, approvals };
  };
  return (whole ??= take());
}

async function takeTurn(folder: string, point: string): Promise<void> {
  await runToDeath(fileURLToPath(new URL("take-turn.ts", import.meta.url)), [folder, point]);
}

/** One death and what comes after it. */
async function survive(point: string): Promise<void> {
  const folder = newFolder();
  await takeTurn(folder, point);

  const acknowledged = linesOf(join(folder, "acknowledged"));
  const id = existsSync(join(folder, "session")) ? readFileSync(join(folder, "session"), "utf8") : undefined;
  const found = await lookInto(folder, id);
  expect(found.problems).toEqual([]);
  expect(found.written.slice(0, acknowledged.length)).toEqual(acknowledged);
  // At most the one that was written when the kill came.
  expect(found.written.length).toBeLessThanOrEqual(acknowledged.length + 1);

  const messages = await goOn(folder, found.written.length === 0 ? undefined : id);

  expect(messages.at(-1)).toMatchObject({
    role: "assistant",
    content: [{ type: "text", text: finalAnswer }],
  });
  expectPaired(messages);
  expect(todosIn(messages)).toEqual([{ id: "1", content: "Seven", status: "in_progress" }]);
  expect(linesOf(join(folder, "ledger")).toSorted()).toEqual(effects.toSorted());
  for (const name of ["five", "nine"])
    expect(readFileSync(join(folder, "project", `${name}.txt`), "utf8")).toBe(`${name}\n`);
}

/** What the store says, before anybody goes on. */
async function lookInto(
  folder: string,
  id: string | undefined,
): Promise<{ readonly written: readonly string[]; readonly problems: readonly string[] }> {
  const path = join(folder, "home", "hermes.db");
  if (!existsSync(path)) return { written: [], problems: [] };
  await using state = openState({ path });
  const messages =
    id === undefined ? [] : state.messages(id).filter(({ fromCompression }) => !fromCompression);
  return {
    written: messages.map(({ message }) => `journal.append ${message.role} message`),
    problems: (await state.checkPages()).map(({ table }) => table),
  };
}

/** Takes the turn to its end, in this process. */
async function goOn(folder: string, id: string | undefined): Promise<readonly Message[]> {
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    HERMES_HOME: join(folder, "home"),
    TERMINAL_WALL: "open",
  };
  await using runtime = createRuntime({
    loaded: await loadSettings({ env }),
    cwd: join(folder, "project"),
    env,
    platform: "cli",
    model: scripted(({ messages }) => nextAnswer(messages)),
    approver: async () => ({ approved: true, scope: "once" }),
    housekeepingAfterMs: Infinity,
  });
  await using session = await runtime.openSession({ resume: id });
  const last = session.agent.messages.at(-1);
  const isDone = last?.role === "assistant" && last.finishReason === "stop";
  const turn = id === undefined ? session.agent.run("Do the steps.") : session.agent.continue();
  if (!isDone)
    for await (const event of turn) if (event.type === "turn-end") expect(event.reason).toBe("answered");
  return [...session.agent.messages];
}

/** The list as a resumed session has it. */
function todosIn(messages: readonly Message[]): readonly unknown[] {
  const list = createTodoList();
  list.restore(messages);
  return list.items;
}

/** Every call has exactly one result. */
function expectPaired(messages: readonly Message[]): void {
  const calls = messages.flatMap((message) =>
    message.role === "assistant"
      ? message.content.flatMap((part) => (part.type === "tool-call" ? [part.id] : []))
      : [],
  );
  const results = messages.flatMap((message) => (message.role === "tool" ? [message.callId] : []));
  expect(results.toSorted()).toEqual(calls.toSorted());
}

function linesOf(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
}
