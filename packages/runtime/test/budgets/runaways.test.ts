/**
 * Twelve ways in which an agent runs away, each stopped by its budget: what the provider charged is within the cap, whoever
 * asked, and what was said so far is handed back.
 */
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { Agent, createTodoList, createTodoTool, defineTool, SpendMeter, z } from "@hermes/agent-loop";
import type { AgentEvent, AgentOptions, SpendCaps, TurnEnd } from "@hermes/agent-loop";
import { createCompressor } from "@hermes/agent-loop/compression";
import { openState } from "@hermes/state";
import type { State } from "@hermes/state";
import { expect, test } from "vitest";
import { runToDeath } from "../support/run-to-death.ts";
import { temporaryPlace } from "../support/temporary-place.ts";
import { chargingModel, overloaded } from "./charging-model.ts";
import type { ChargingModel } from "./charging-model.ts";

const cap = 2;

function agentOn(
  state: State,
  model: ChargingModel,
  { caps = { tree: { usd: cap } }, ...more }: Partial<AgentOptions> & { readonly caps?: SpendCaps } = {},
): Agent {
  const spending = { ledger: state.spending, caps };
  return new Agent({ prompt: "Test.", sessionId: "s1", journal: state.journal, model, spending, ...more });
}

async function play(events: AsyncIterable<AgentEvent>): Promise<TurnEnd> {
  let end: TurnEnd | undefined;
  for await (const event of events) if (event.type === "turn-end") end = event;
  if (end === undefined) throw new Error("The turn has no end.");
  return end;
}

/** The ledger holds at least what was charged, and no more than the cap. */
function expectWithin(state: State, charged: ChargingModel["charged"], sessionId = "s1"): void {
  const { settled, reserved } = state.spending.spent(sessionId, Date.now()).tree;
  expect(charged.usd).toBeGreaterThan(0);
  expect(charged.usd).toBeLessThanOrEqual(settled.usd + reserved.usd + 1e-9);
  expect(settled.usd + reserved.usd).toBeLessThanOrEqual(cap);
}

const again = { name: "again", arguments: {} };
const againTool = defineTool({
  name: "again",
  toolset: "test",
  description: "Do it again.",
  input: z.object({}),
  readOnly: true,
  execute: () => ({ done: false }),
});

test("a loop of tools: the turn hands back all that was said, and what is left to do", async () => {
  await using state = openState({ path: ":memory:" });
  const todo = createTodoList();
  todo.update(
    [
      { id: "1", content: "Write it" },
      { id: "2", content: "Read it", status: "completed" },
    ],
    false,
  );
  const model = chargingModel((_, index) => ({ text: `Step ${index}.`, calls: [again] }));
  const agent = agentOn(state, model, { tools: [againTool, createTodoTool(todo)], todo });

  const end = await play(agent.run("Go."));

  expect(end).toMatchObject({
    reason: "spend-limit",
    budget: { scope: "tree", unit: "usd", cap },
    unfinished: {
      todos: [{ id: "1", content: "Write it", status: "pending" }],
      calls: [{ name: "again", hasResult: true }],
    },
  });
  expect(end.text).toMatch(/^Step 0\.\n\nStep 1\.\n\nStep 2\./);
  expectWithin(state, model.charged);
});

test("sessions that start sessions: all of a tree share one budget", async () => {
  await using state = openState({ path: ":memory:" });
  let count = 1;
  const model = chargingModel((_, index) =>
    index % 2 === 0 ? { text: "Sub.", calls: [{ name: "spawn", arguments: {} }] } : { text: "Deeper." },
  );
  const ends: TurnEnd[] = [];
  const agentOf = (sessionId: string): Agent => {
    const spawn = defineTool({
      name: "spawn",
      toolset: "test",
      description: "Start another one.",
      input: z.object({}),
      async execute() {
        if (count >= 40) return { ended: "too many" };
        const id = `s${++count}`;
        const head = { system: "Test.", tools: [], model: "charging", platform: "test", startedAt: 1 };
        const { head: own } = agent;
        state.journal.create({ ...head, id, parentId: sessionId, tools: own?.tools ?? [] });
        ends.push(await play(agentOf(id).run("Go on.")));
        return { ended: ends.at(-1)?.reason };
      },
    });
    const agent = agentOn(state, model, { sessionId, tools: [spawn], maxRounds: 6 });
    return agent;
  };

  for (let turn = 0; turn < 10; turn++) ends.push(await play(agentOf("s1").run("Start.")));

  expect(count).toBeGreaterThan(2);
  expect(ends.at(-1)).toMatchObject({ reason: "spend-limit", budget: { scope: "tree" } });
  expectWithin(state, model.charged, "s2");
  expectWithin(state, model.charged);
});

test("a storm of retries: every attempt is reserved before it is sent", async () => {
  await using state = openState({ path: ":memory:" });
  const model = chargingModel(() => ({
    events: Array.from({ length: 500 }, (_, attempt) => ({
      ...{ type: "retry", attempt, delayMs: 0, reason: "Overloaded.", status: 503 },
    })),
    error: overloaded(),
  }));

  const end = await play(agentOn(state, model).run("Go."));

  expect(end.reason).toBe("spend-limit");
  expect(model.charged.requests).toBeLessThan(500);
  expectWithin(state, model.charged);
});

test("answers that break off and begin again are charged each time", async () => {
  await using state = openState({ path: ":memory:" });
  const half = { type: "text-delta", text: "Half an answer. ".repeat(10) } as const;
  const broken = { type: "restart", reason: "Cut." } as const;
  const retry = { type: "retry", attempt: 1, delayMs: 0, reason: "Cut." } as const;
  const model = chargingModel(() => ({
    events: Array.from({ length: 100 }, () => [half, broken, retry]).flat(),
    error: overloaded(),
  }));

  const end = await play(agentOn(state, model).run("Go."));

  expect(end.reason).toBe("spend-limit");
  expectWithin(state, model.charged);
});

test("a loop of compressions: whoever tells the story spends the same budget", async () => {
  await using state = openState({ path: ":memory:" });
  const isStory = (system: string): boolean => system.includes("account");
  const model = chargingModel(({ system }) =>
    isStory(system) ? { text: "They talked." } : { text: "More words. ".repeat(20), calls: [again] },
  );
  const compressor = createCompressor({ threshold: 0.001 });
  const agent = agentOn(state, model, { tools: [againTool], compressor });

  let end = await play(agent.run("Go."));
  for (let turn = 0; turn < 20 && end.reason !== "spend-limit"; turn++) end = await play(agent.run("Go on."));

  expect(end.reason).toBe("spend-limit");
  expectWithin(state, model.charged);
});

test("a model that says nothing and is reminded again and again", async () => {
  await using state = openState({ path: ":memory:" });
  const model = chargingModel(() => ({ text: " " }));
  const agent = agentOn(state, model);

  let end = await play(agent.run("Go."));
  for (let turn = 0; turn < 40 && end.reason !== "spend-limit"; turn++)
    end = await play(agent.run("Say it."));

  expect(end.reason).toBe("spend-limit");
  expectWithin(state, model.charged);
});

test("answers that never end: the continuation is handed back as one text", async () => {
  await using state = openState({ path: ":memory:" });
  const model = chargingModel((_, index) => ({
    text: `Part ${index} of it, ${"and on ".repeat(50)}`,
    finishReason: "length",
  }));
  const agent = agentOn(state, model, { caps: { tree: { usd: cap }, turn: { usd: 0.6 } } });

  const end = await play(agent.run("Go."));

  expect(end).toMatchObject({ reason: "spend-limit", budget: { scope: "turn" } });
  expect(end.text).toContain("Part 0");
  // The turn cap was raised; the session goes on until that of the tree is reached.
  await agent.close();
  const raised = agentOn(state, model);
  let last = end;
  for (let turn = 0; turn < 20 && last.budget?.scope !== "tree"; turn++) last = await play(raised.run("On."));
  expect(last.budget?.scope).toBe("tree");
  expectWithin(state, model.charged);
});

test("calls that are cut off and sent again", async () => {
  await using state = openState({ path: ":memory:" });
  const model = chargingModel(() => ({ text: "Writing.", calls: [again], finishReason: "length" }));
  const agent = agentOn(state, model, { tools: [againTool] });

  let end = await play(agent.run("Go."));
  for (let turn = 0; turn < 40 && end.reason !== "spend-limit"; turn++) end = await play(agent.run("Again."));

  expect(end.reason).toBe("spend-limit");
  expectWithin(state, model.charged);
});

test("notices that start turns, one after the other", async () => {
  await using state = openState({ path: ":memory:" });
  const model = chargingModel(() => ({ text: "Seen." }));
  const agent = agentOn(state, model, { caps: { tree: { usd: cap }, session: { requests: 7 } } });
  await agent.chat("Watch it.");

  let end: TurnEnd | undefined;
  for (let beat = 0; beat < 50 && end?.reason !== "spend-limit"; beat++) {
    const notice = { id: `n${beat}`, source: "process", text: `Beat ${beat}.`, at: beat };
    state.journal.notices.record("s1", notice);
    end = await play(agent.continue());
  }

  expect(end).toMatchObject({
    reason: "spend-limit",
    budget: { scope: "session", unit: "requests", cap: 7 },
  });
  expect(model.charged.requests).toBe(7);
  expectWithin(state, model.charged);
});

test("huge answers of a provider that keeps to no limit are broken off", async () => {
  await using state = openState({ path: ":memory:" });
  const model = chargingModel(() => ({ text: "x".repeat(100_000) }), { maxOutputTokens: 50_000 });
  const agent = agentOn(state, model);

  const end = await play(agent.run("Go."));

  expect(end).toMatchObject({ reason: "spend-limit", error: { code: "SPEND_LIMIT_REACHED" } });
  expect(end.text.length).toBeGreaterThan(1_000);
  expect(model.charged.usd).toBeLessThan(cap + 0.01);
  const { settled, reserved } = state.spending.spent("s1", Date.now()).tree;
  expect(settled.usd + reserved.usd).toBeLessThanOrEqual(cap);
});

test("hooks that ask a model spend the budgets of their session", async () => {
  await using state = openState({ path: ":memory:" });
  const model = chargingModel(({ system }) =>
    system === "Judge." ? { text: "Fine." } : { text: "On.", calls: [again] },
  );
  const meter = new SpendMeter({
    ledger: state.spending,
    sessionId: "s1",
    caps: { session: { usd: cap }, turn: { usd: 0.8 } },
  });
  const judge = meter.metered(model, "judge");
  const hook = {
    name: "judge",
    async modelRequest() {
      const messages = [{ role: "user", content: [{ type: "text", text: "Is it fine?" }] }] as const;
      const asked = { system: "Judge.", tools: [], messages };
      for await (const _ of judge.stream(asked, { signal: AbortSignal.timeout(5_000) }));
      return undefined;
    },
  };
  const agent = agentOn(state, model, { tools: [againTool], spending: meter, hooks: [hook] });

  const ends: TurnEnd[] = [];
  for (let turn = 0; turn < 10; turn++) ends.push(await play(agent.run("Go.")));

  expect(new Set(ends.map(({ reason }) => reason))).not.toContain("answered");
  expect(ends.at(-1)?.reason).not.toBe("budget-exhausted");
  expectWithin(state, model.charged);
});

test(
  "processes that die between reservation and settlement, and begin again",
  { timeout: 30_000 },
  async () => {
    await using place = await temporaryPlace();
    const path = join(place.root, "hermes.db");
    const program = fileURLToPath(new URL("die-while-asking.ts", import.meta.url));
    for (let run = 0; run < 3; run++) await runToDeath(program, [path, "s1"]);

    await using state = openState({ path });
    const lost = state.spending.open();
    expect(lost).toHaveLength(3);
    const model = chargingModel(() => ({ text: "On.", calls: [again] }));
    const end = await play(agentOn(state, model, { tools: [againTool] }).run("Go."));

    expect(end.reason).toBe("spend-limit");
    const { reserved, settled } = state.spending.spent("s1", Date.now()).tree;
    expect(reserved.usd).toBeCloseTo(
      lost.reduce((sum, { amount }) => sum + amount.usd, 0),
      6,
    );
    expect(reserved.usd + settled.usd).toBeLessThanOrEqual(cap);
    expectWithin(state, model.charged);
    // What was shown is kept, with an estimate of its cost.
    expect(state.usage.sums({ by: "model" })).toContainEqual(
      expect.objectContaining({ key: "charging", calls: 3, estimatedCalls: 3 }),
    );
    const cut = state.messages("s1").filter(({ message }) => JSON.stringify(message).includes("One word"));
    expect(cut).toHaveLength(3);
  },
);

test("two processes race for one tree", { timeout: 30_000 }, async () => {
  await using place = await temporaryPlace();
  const path = join(place.root, "hermes.db");
  const before = openState({ path });
  const head = { system: "Test.", tools: [], model: "charging", platform: "test", startedAt: 1 };
  before.journal.create({ ...head, id: "s1" });
  for (const id of ["a", "b"]) before.journal.create({ ...head, id, parentId: "s1" });
  before.close();
  const program = fileURLToPath(new URL("ask-until-refused.ts", import.meta.url));

  const racers = [
    ["a", "b"],
    ["b", "a"],
  ];
  await Promise.all(racers.map((ids) => runToDeath(program, [path, ...ids, String(cap)])));

  await using state = openState({ path });
  const { tree, session } = state.spending.spent("a", Date.now());
  expect(session.settled.requests).toBeGreaterThan(0);
  expect(state.spending.spent("b", Date.now()).session.settled.requests).toBeGreaterThan(0);
  expect(tree.reserved).toEqual({ tokens: 0, usd: 0, requests: 0 });
  expect(tree.settled.usd).toBeLessThanOrEqual(cap);
  expect(tree.settled.usd).toBeGreaterThan(cap - 0.5);
});
