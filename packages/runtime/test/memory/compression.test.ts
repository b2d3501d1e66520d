import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startHonchoServer } from "@hermes/memory/testing";
import { openState } from "@hermes/state";
import { expect, onTestFinished, test } from "vitest";
import type { AgentEvent } from "@hermes/agent-loop";
import { runToDeath } from "../support/run-to-death.ts";
import { requestOf, runtimeIn } from "../support/scripted-runtime.ts";
import { temporaryPlace } from "../support/temporary-place.ts";
import { modelThatSaves, shortenAt, summary } from "./shortening.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";
const fact = "Drinks tea without sugar.";

test("before a history is shortened the model saves what it would lose; the prompt that follows shows it, and is that of the session", async () => {
  await using place = await temporaryPlace();
  const model = modelThatSaves();
  await using runtime = await runtimeIn(place, { model, compressor: shortenAt(3) });
  const session = await runtime.openSession();
  await session.agent.chat("I drink tea.");
  await session.agent.chat("No sugar.");
  const events: AgentEvent[] = [];
  for await (const event of session.agent.run("Thanks.")) events.push(event);
  const { id } = session;
  await session[Symbol.asyncDispose]();
  // An edit after that is for the next session.
  await writeFile(join(place.home, "memories", "USER.md"), "Somebody else.\n");
  await using again = await runtime.openSession({ resume: id });
  await again.agent.chat("And now?");

  const [, second, asked, third, resumed] = model.requests;
  expect(asked?.system).toBe(second?.system);
  expect(asked?.tools).toEqual(second?.tools);
  expect(asked?.messages.slice(0, 3)).toEqual(second?.messages);
  expect(second?.system).not.toContain(fact);
  expect(third?.system).toContain(fact);
  expect(third?.messages[0]).toMatchObject({ content: [{ text: summary }] });
  expect(resumed?.system).toBe(third?.system);
  expect(resumed?.messages.slice(0, 2)).toEqual(third?.messages);
  const told = { type: "compression", before: 5, after: 2, saved: [fact] };
  expect(events).toContainEqual(expect.objectContaining(told));
  const store = await runtime.store();
  expect(store.messages(id).filter(({ fromCompression }) => !fromCompression)).toHaveLength(8);
  const { calls } = store.usage.sums({ by: "purpose" }).find(({ key }) => key === "memory") ?? { calls: 0 };
  expect(calls).toBe(1);
});

test.each([
  ["memory is left out", { flags: { skipMemory: true } }, ""],
  ["it is switched off", {}, "memory:\n  save_at_end: false\n"],
  ["nobody is there", { flags: { unattended: true } }, ""],
])("a history is shortened without a further request when %s", async (_, options, config) => {
  await using place = await temporaryPlace();
  await mkdir(place.home, { recursive: true });
  await writeFile(join(place.home, "config.yaml"), config);
  const model = modelThatSaves();
  await using runtime = await runtimeIn(place, { model, compressor: shortenAt(2), ...options });
  await using session = await runtime.openSession();
  await session.agent.chat("One");
  await session.agent.chat("Two");

  expect(model.requests).toHaveLength(2);
  expect(requestOf(model, 1).messages[0]).toMatchObject({ content: [{ text: summary }] });
});

test("a compressor gets what the external memory wants kept, and the prompt after it what that knows by now", async () => {
  await using place = await temporaryPlace();
  await using server = await startHonchoServer();
  await mkdir(place.home, { recursive: true });
  const config = `memory:\n  provider: honcho\n  honcho:\n    base_url: ${server.url}\n`;
  await writeFile(join(place.home, "config.yaml"), config);
  const [model, compressor] = [modelThatSaves(), shortenAt(2)];
  await using runtime = await runtimeIn(place, { model, compressor });
  await using session = await runtime.openSession();
  await session.agent.chat("One");
  server.facts = ["Learned in between."];
  await session.agent.chat("Two");

  expect(compressor.kept).toEqual([
    expect.stringMatching(/<memory-context source="honcho">[^]*They spoke\./),
  ]);
  expect(requestOf(model, 0).system).not.toContain("Learned in between.");
  expect(model.requests.at(-1)?.system).toContain("Learned in between.");
});

const engines: readonly (readonly [name: string, stages: readonly string[]])[] = [
  ...(isLong ? [["scripted", ["old", "new"]] as const] : []),
  ["own", ["old", "new"]],
  ["twice", ["old", "pruned", "new"]],
];
test.each(engines)(
  "wherever the process is killed around a compression, the session opens with the old history and prompt or the new ones, and goes on (%s)",
  { timeout: 120_000 },
  async (engine, stages) => {
    const whole = newFolder();
    await run(whole, "never", engine);
    const points = readFileSync(join(whole, "points"), "utf8").split("\n");
    const commits = points.flatMap((name, index) => (name === "journal.append compression" ? [index] : []));
    expect(commits).toHaveLength(stages.length - 1);

    const deaths = commits.flatMap((commit, index) => deathsAround(points, commit, index === 0));
    const found = await Promise.all(
      [0, 1].map((half) =>
        surviveAll(
          deaths.filter((_, index) => index % 2 === half),
          engine,
        ),
      ),
    );

    const inOrder = deaths.map((_, index) => found[index % 2]?.[Math.floor(index / 2)] ?? "");
    expect([...new Set(inOrder)]).toEqual(stages);
    expect(inOrder).toEqual(inOrder.toSorted((one, other) => stages.indexOf(one) - stages.indexOf(other)));
  },
);

/** Before every step from the words that began the turn to the commit, and after the commit. */
function deathsAround(points: readonly string[], commit: number, isWhole: boolean): readonly string[] {
  const turnEnd = points.lastIndexOf("journal.append turn-end", commit);
  const words = points.lastIndexOf("journal.append user message", commit);
  const begun = Math.max(turnEnd, words) + 1;
  const first = isWhole && isLong ? begun : Math.max(begun, isLong ? commit - 3 : commit - 1);
  const before = Array.from({ length: commit - first + 1 }, (_, index) => `before ${first + index + 1}`);
  return [...before, `after ${commit + 1}`];
}

async function surviveAll(points: readonly string[], engine: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const point of points) {
    const folder = newFolder();
    await run(folder, point, engine);
    found.push(await lookAndGoOn(folder));
  }
  return found;
}

/** Says which history the session has, when it and the prompt belong together and the next request begins with both. */
async function lookAndGoOn(folder: string): Promise<string> {
  const id = readFileSync(join(folder, "session"), "utf8");
  const home = join(folder, "home");
  const state = openState({ path: join(home, "hermes.db") });
  const stored = state.journal.load(id);
  state.close();
  const first = JSON.stringify(stored?.messages[0]);
  const hasSummary = first.includes(summary) || first.includes("[Summary by Hermes");
  const isPruned = JSON.stringify(stored?.messages).includes("left_out");
  const isNew = hasSummary || isPruned;
  expect(stored?.head.system.includes(fact)).toBe(isNew);
  expect(JSON.stringify(stored?.messages)).toMatch(/Thanks\.|Good\./);
  // What the shortened history leaves out was saved before; what is still in the old one need not be.
  const notes = await readFile(join(home, "memories", "USER.md"), "utf8").catch(() => "");
  if (isNew) expect(notes).toContain(fact);

  const env = { PATH: process.env["PATH"], HOME: folder, HERMES_HOME: home, TERMINAL_WALL: "open" };
  const { createRuntime } = await import("../../src/index.ts");
  const { loadSettings } = await import("@hermes/config");
  const model = modelThatSaves();
  await using runtime = createRuntime({
    loaded: await loadSettings({ env }),
    cwd: join(folder, "project"),
    env,
    platform: "cli",
    model,
    housekeepingAfterMs: Infinity,
  });
  await using session = await runtime.openSession({ resume: id });
  await session.agent.chat("Still there?");
  const { system, messages } = requestOf(model, 0);
  expect(system).toBe(stored?.head.system);
  expect(messages.slice(0, stored?.messages.length)).toEqual(stored?.messages);
  return hasSummary ? "new" : isPruned ? "pruned" : "old";
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hermes-compress-"));
  mkdirSync(join(folder, "project"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function run(folder: string, point: string, engine: string): Promise<void> {
  await runToDeath(fileURLToPath(new URL("compressing-program.ts", import.meta.url)), [
    folder,
    point,
    engine,
  ]);
}
