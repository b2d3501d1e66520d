import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Agent, defineTool, scripted, z } from "@hermes/agent-loop";
import type { AgentEvent, AgentOptions, Model, SpendCaps, TurnEnd } from "@hermes/agent-loop";
import { ModelError, openaiChat, withFallback } from "@hermes/models";
import type { ModelEvent } from "@hermes/models";
import { openState } from "@hermes/state";
import type { State } from "@hermes/state";
import { expect, test } from "vitest";
import { runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";

/** $1 a thousand tokens of input, $2 of output; an answer has at most 100 tokens. */
const priced = { price: { input: 1_000, output: 2_000 }, maxOutputTokens: 100 } as const;
const usage = { inputTokens: 50, outputTokens: 10, cacheReadTokens: 0, costUsd: 0.07 };
const sessionId = "s1";

async function* streamOf(...events: readonly (ModelEvent | Error)[]): AsyncGenerator<ModelEvent> {
  for (const event of events) {
    if (event instanceof Error) throw event;
    yield event;
  }
}

function modelOf(stream: Model["stream"], more: Partial<Model> = priced): Model {
  return { id: "m1", provider: "test", contextWindow: 10_000, stream, ...more };
}

function agentOn(
  state: State,
  options: Partial<AgentOptions> & Pick<AgentOptions, "model">,
  caps?: SpendCaps,
): Agent {
  const spending = { ledger: state.spending, caps };
  return new Agent({ prompt: "Test.", sessionId, journal: state.journal, spending, ...options });
}

async function endOf(events: AsyncIterable<AgentEvent>): Promise<TurnEnd> {
  let end: TurnEnd | undefined;
  for await (const event of events) if (event.type === "turn-end") end = event;
  if (end === undefined) throw new Error("The turn has no end.");
  return end;
}

const spentBy = (state: State) => state.spending.spent(sessionId, Date.now()).session;
const text = (said: string): ModelEvent => ({ type: "text-delta", text: said });

test("the worst case is reserved while a request is under way, and what the provider counted is settled", async () => {
  await using state = openState({ path: ":memory:" });
  const inner = scripted([{ text: "ok", usage }]);
  let during = spentBy(state);
  const model = modelOf((request, options) => {
    during = spentBy(state);
    return inner.stream(request, options);
  });

  await agentOn(state, { model }).chat("hi");

  // The longest answer alone is $0.20.
  expect(during.reserved.usd).toBeGreaterThan(0.2);
  expect(during.reserved.tokens).toBeGreaterThan(100);
  expect(spentBy(state)).toEqual({
    reserved: { tokens: 0, usd: 0, requests: 0 },
    settled: { tokens: 60, usd: 0.07, requests: 1 },
  });
});

test("a request that could exceed the cap is not sent; the turn ends with that reason, and what was said stays", async () => {
  await using state = openState({ path: ":memory:" });
  const inner = scripted([{ text: "Let me look. ", finishReason: "length", usage }, { text: "never" }]);
  const model = modelOf(inner.stream);
  const agent = agentOn(state, { model }, { session: { usd: 0.3 } });

  const end = await endOf(agent.run("hi"));

  expect(end).toMatchObject({
    reason: "spend-limit",
    text: "Let me look. ",
    error: { code: "SPEND_LIMIT_REACHED" },
  });
  expect(end.error?.message).toContain("the cap of $0.30 for this session");
  expect(inner.requests).toHaveLength(1);
  expect(spentBy(state)).toEqual({
    reserved: { tokens: 0, usd: 0, requests: 0 },
    settled: { tokens: 60, usd: 0.07, requests: 1 },
  });
  expect(state.journal.load(sessionId)?.messages.map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "user",
  ]);
  await expect(agent.chat("more")).rejects.toMatchObject({ code: "SPEND_LIMIT_REACHED" });
});

test("an abort settles what was sent and received, and frees the rest", async () => {
  await using state = openState({ path: ":memory:" });
  const controller = new AbortController();
  const model = modelOf(async function* (_, { signal }) {
    yield text("Once upon a time");
    controller.abort();
    signal.throwIfAborted();
  });

  const end = await endOf(agentOn(state, { model }).run("hi", { signal: controller.signal }));

  const { reserved, settled } = spentBy(state);
  expect([end.reason, reserved.usd]).toEqual(["interrupted", 0]);
  expect(settled.usd).toBeGreaterThan(4 * 0.002);
  expect(settled.usd).toBeLessThan(0.1);
});

test("what the provider refused costs nothing; what broke off costs its input and what came", async () => {
  const error = (status: number | undefined): ModelError =>
    new ModelError("no", { kind: "server", provider: "test", model: "m1", status, retryable: false });
  const spent = async (...events: readonly (ModelEvent | Error)[]): Promise<number> => {
    await using state = openState({ path: ":memory:" });
    const end = await endOf(agentOn(state, { model: modelOf(() => streamOf(...events)) }).run("hi"));
    expect(end.reason).toBe("model-error");
    expect(spentBy(state).reserved).toEqual({ tokens: 0, usd: 0, requests: 0 });
    return spentBy(state).settled.usd;
  };

  expect(await spent(error(401))).toBe(0);
  const input = await spent(error(undefined));
  expect(input).toBeGreaterThan(0);
  expect(await spent(error(503))).toBe(input);
  expect(await spent(text("four tokens of text"), error(401))).toBeGreaterThan(input);
  // The first attempt is charged as well.
  expect(await spent({ type: "restart", reason: "cut" }, error(undefined))).toBeCloseTo(2 * input, 6);
});

test("a request that never left costs nothing, also while it is tried again", async () => {
  await using state = openState({ path: ":memory:" });
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // A server that listens has a port.
  await new Promise((closed) => server.close(closed));
  const retry = { retries: 2, baseDelayMs: 1 };
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  const model = openaiChat({ model: "m1", apiKey: "k", baseUrl, retry, ...priced });

  const end = await endOf(agentOn(state, { model }).run("hi"));

  expect(end).toMatchObject({ error: { code: "MODEL_UNREACHABLE" }, usage: { inputTokens: 0 } });
  const nothing = { tokens: 0, usd: 0, requests: 0 };
  expect(spentBy(state)).toEqual({ reserved: nothing, settled: nothing });
});

test("a model without a price is counted in tokens, and a cap of money does not stop it", async () => {
  await using state = openState({ path: ":memory:" });
  const answer = { text: "ok", usage: { inputTokens: 50, outputTokens: 10, cacheReadTokens: 0 } };
  const model = scripted([answer, answer]);
  const caps = { session: { usd: 0.01 }, day: { tokens: 150_000 } };
  const agent = agentOn(state, { model }, caps);

  await agent.chat("a");

  expect(spentBy(state).settled).toEqual({ tokens: 60, usd: 0, requests: 1 });
  await agent.chat("b");
  expect(spentBy(state).settled.tokens).toBe(120);
});

test("the requests of a session of the runtime are counted in its store", async () => {
  await using place = await temporaryPlace();
  const runtime = await runtimeIn(place, { model: scripted([{ text: "ok", usage }]) });
  await using session = await runtime.openSession();

  await session.agent.chat("hi");

  const { spending } = await runtime.store();
  expect(spending.spent(session.id, Date.now()).session.settled).toEqual({
    tokens: 60,
    usd: 0.07,
    requests: 1,
  });
  await session[Symbol.asyncDispose]();
  await runtime[Symbol.asyncDispose]();
});

async function eventsOf(turn: AsyncIterable<AgentEvent>): Promise<readonly AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of turn) events.push(event);
  return events;
}

const warningsOf = (events: readonly AgentEvent[]) => events.filter(({ type }) => type === "warning");

test("an answer gets less room where that makes its request fit; an input that alone is too dear is refused", async () => {
  await using state = openState({ path: ":memory:" });
  const model = scripted([{ text: "ok", usage }]);
  const roomy = { ...model, ...priced, maxOutputTokens: 10_000 };
  const agent = agentOn(state, { model: roomy }, { request: { usd: 2 }, session: { tokens: 700 } });

  await agent.chat("hi");

  const { maxOutputTokens = 0 } = model.requests[0] ?? {};
  expect(maxOutputTokens).toBeGreaterThan(600);
  expect(maxOutputTokens).toBeLessThan(700);
  const end = await endOf(agent.run("word ".repeat(4_000)));
  expect(end).toMatchObject({ reason: "spend-limit", budget: { scope: "request", unit: "usd", cap: 2 } });
  expect(model.requests).toHaveLength(1);
});

const look = defineTool({
  name: "look",
  description: "Look.",
  toolset: "test",
  input: z.object({}),
  readOnly: true,
  execute: () => ({ seen: true }),
});
const calls = [{ name: "look" }];
const notesIn = (agent: Agent) =>
  agent.messages.map((message) => (message.role === "assistant" ? undefined : message.notes?.join()));

test("at four fifths of a budget the person is told once, and the model with the next result", async () => {
  await using state = openState({ path: ":memory:" });
  const model = scripted([...Array.from({ length: 4 }, () => ({ calls, usage })), { text: "Done.", usage }]);
  const agent = agentOn(
    state,
    { model: { ...model, ...priced }, tools: [look] },
    { session: { requests: 5 } },
  );

  const events = await eventsOf(agent.run("hi"));

  expect(warningsOf(events)).toEqual([
    expect.objectContaining({
      code: "BUDGET_NEARLY_USED",
      budget: { scope: "session", unit: "requests", cap: 5, spent: 4 },
    }),
  ]);
  const notes = notesIn(agent);
  expect(notes.findIndex((note) => note?.includes("1 of 5 requests left"))).toBe(8);
  expect(notes.filter((note) => note?.includes("budget"))).toHaveLength(1);
});

test("without a result to come, the model is told with the next words", async () => {
  await using state = openState({ path: ":memory:" });
  const model = scripted([
    { text: "Dear.", usage },
    { text: "Done.", usage },
  ]);
  const agent = agentOn(
    state,
    { model: { ...model, ...priced } },
    { session: { tokens: 600 }, tree: { usd: 0.08 } },
  );
  expect(await endOf(agent.run("hi"))).toMatchObject({ reason: "spend-limit" });
  await agent.close();
  const raised = agentOn(
    state,
    { model: { ...model, ...priced } },
    { session: { tokens: 600 }, tree: { usd: 90 } },
  );
  await raised.chat("hi");
  expect(notesIn(raised).join("")).not.toContain("budget");
  const next = agentOn(state, { model: { ...model, ...priced } }, { session: { usd: 0.5, requests: 2 } });
  await raised.close();

  const events = await eventsOf(next.run("more"));
  await next.chat("and more").catch(() => undefined);

  expect(warningsOf(events)).toHaveLength(1);
  expect(notesIn(next).at(-1)).toContain("The budget for this session is nearly used");
});

test("that a budget in money can't hold for a model without a price is said once, with its name", async () => {
  await using state = openState({ path: ":memory:" });
  const model = scripted([{ text: "a" }, { text: "b" }], { id: "nameless" });
  const agent = agentOn(state, { model }, { session: { usd: 1 } });

  const first = await eventsOf(agent.run("hi"));
  const second = await eventsOf(agent.run("hi"));

  expect(warningsOf(first)).toEqual([expect.objectContaining({ code: "BUDGET_UNPRICED" })]);
  expect(JSON.stringify(warningsOf(first))).toContain("nameless");
  expect(warningsOf(second)).toEqual([]);
});

test.each([
  ["with a text", [text("Once upon a time")]],
  ["before anything came", []],
])(
  "an answer that is cut %s keeps its cost: in the turn, the ledger and the records, as an estimate",
  async (_, events) => {
    await using state = openState({ path: ":memory:" });
    const controller = new AbortController();
    const model = modelOf(async function* (__, { signal }) {
      yield* events;
      controller.abort();
      signal.throwIfAborted();
    });

    const end = await endOf(agentOn(state, { model }).run("hi", { signal: controller.signal }));

    const [sum] = state.usage.sums({ by: "model" });
    const { settled } = spentBy(state);
    expect(end).toMatchObject({ reason: "interrupted", usage: { estimated: true } });
    expect(end.usage.costUsd).toBeCloseTo(settled.usd, 6);
    expect(sum).toMatchObject({ calls: 1, estimatedCalls: 1, usage: { costUsd: end.usage.costUsd } });
    expect(state.sessions.get(sessionId)?.usage.costUsd).toBeCloseTo(settled.usd, 6);
  },
);

test("whatever a session asks of models, the sums of insights are those of the ledger", async () => {
  await using place = await temporaryPlace();
  const inner = scripted(({ tools }, index) =>
    tools.length === 0
      ? { text: "They talked about it.", usage }
      : index === 0
        ? { text: "Half of ", events: [{ type: "restart", reason: "Cut." }], usage }
        : { text: "word ".repeat(300), usage },
  );
  const runtime = await runtimeIn(place, {
    model: { ...inner, ...priced, maxOutputTokens: 1_000 },
    flags: { maxBudgetUsd: 50 },
    housekeepingAfterMs: Infinity,
  });
  const session = await runtime.openSession();
  for (let turn = 0; turn < 12; turn++) await session.agent.chat(`Say it again, number ${turn}.`);
  await eventsOf(session.agent.compress());
  await session.saveFacts({ signal: AbortSignal.timeout(5_000) });

  const { spending } = await runtime.store();
  const report = await runtime.usage({ sessionId: session.id });
  const insights = await runtime.insights({});

  const { settled, reserved } = spending.spent(session.id, Date.now()).day;
  expect(reserved).toEqual({ tokens: 0, usd: 0, requests: 0 });
  expect(inner.requests.length).toBeGreaterThan(12);
  for (const { tokens, costUsd, calls: number, estimatedCalls } of [report, insights]) {
    expect(tokens.input + tokens.output).toBe(settled.tokens);
    expect(costUsd).toBeCloseTo(settled.usd, 6);
    expect(number).toBe(inner.requests.length);
    expect(estimatedCalls).toBe(1);
  }
  const ofRun = report.budgets.find(({ scope }) => scope === "job");
  expect(ofRun).toMatchObject({ caps: { usd: 50 }, spent: settled });
  expect(ofRun?.left.usd).toBeCloseTo(50 - settled.usd, 6);
  await session[Symbol.asyncDispose]();
  await runtime[Symbol.asyncDispose]();
});

test("the budget of a run holds for all its sessions together, and the settings for each", async () => {
  await using place = await temporaryPlace();
  await mkdir(place.home, { recursive: true });
  await writeFile(join(place.home, "config.yaml"), "budget: { session: { requests: 2 } }\n");
  const inner = scripted(() => ({ text: "ok", usage }));
  const flags = { maxBudgetTokens: 100_000 };
  const runtime = await runtimeIn(place, { model: { ...inner, ...priced, contextWindow: 60_000 }, flags });
  const first = await runtime.openSession();
  await first.agent.chat("one");
  await first.agent.chat("two");
  expect(await endOf(first.agent.run("three"))).toMatchObject({
    budget: { scope: "session", unit: "requests" },
  });
  const second = await runtime.openSession();
  await second.agent.chat("one");

  const { budgets } = await runtime.usage({ sessionId: second.id });

  const [session, job] = ["session", "job"].map((name) => budgets.find(({ scope }) => scope === name));
  expect(session).toMatchObject({ left: { requests: 1 }, spent: { requests: 1 } });
  expect(job?.spent).toMatchObject({ tokens: 180, requests: 3 });
  for (const each of [first, second, runtime]) await each[Symbol.asyncDispose]();
});

test("another model that takes over is reserved at its own price, and pays for what it said", async () => {
  await using state = openState({ path: ":memory:" });
  const failure = new ModelError("no", {
    kind: "overloaded",
    status: 529,
    provider: "test",
    model: "m1",
    retryable: false,
  });
  const cheap = modelOf(() => streamOf(failure));
  const answers = scripted([
    { text: "ok", usage: { inputTokens: 50, outputTokens: 10, cacheReadTokens: 0 } },
  ]);
  const dear = { ...answers, id: "dear", maxOutputTokens: 100, price: { input: 10_000, output: 20_000 } };
  const model = withFallback([cheap, dear]);

  const refused = await endOf(agentOn(state, { model }, { session: { usd: 1.5 } }).run("hi"));

  expect(refused).toMatchObject({ reason: "spend-limit", budget: { scope: "session", unit: "usd" } });
  expect(answers.requests).toHaveLength(0);
  const other = agentOn(state, { model, sessionId: "s2" }, { session: { usd: 9 } });
  expect(await endOf(other.run("hi"))).toMatchObject({ reason: "answered", usage: { costUsd: 0.7 } });
  expect(state.spending.spent("s2", Date.now()).session.settled).toEqual({
    tokens: 60,
    usd: 0.7,
    requests: 1,
  });
});
