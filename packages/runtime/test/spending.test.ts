import { Agent, scripted } from "@hermes/agent-loop";
import type { AgentEvent, AgentOptions, Model, SpendCaps, TurnEnd } from "@hermes/agent-loop";
import { ModelError } from "@hermes/models";
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
