import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scripted } from "@hermes/models";
import { type RecordedRequest, type ServerAnswer, startScriptedServer } from "@hermes/models/testing";
import { testContext } from "@hermes/registry/testing";
import { expect, test } from "vitest";
import { resultsIn, runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace, type TemporaryPlace } from "./support/temporary-place.ts";

const question = "How many primes are below 100?";
const usage = { inputTokens: 100, outputTokens: 10 };
const price = { input: 1_000, output: 1_000 };
const three = { reference_models: ["a", "b", "c"], aggregator_model: "judge" };

/** A home whose conversation has its model at a server, where the names of the mixture are had too. */
async function home(place: TemporaryPlace, baseUrl: string, config: object): Promise<void> {
  await mkdir(place.home, { recursive: true });
  const text = JSON.stringify({
    model: { provider: "custom", default: "main", base_url: baseUrl, api_key: "k" },
    models: Object.fromEntries(["a", "b", "c", "judge"].map((name) => [name, { price, max_tokens: 50 }])),
    ...config,
  });
  await writeFile(join(place.home, "config.yaml"), text);
}

async function ask(place: TemporaryPlace, options: Parameters<typeof testContext>[0] = {}) {
  await using runtime = await runtimeIn(place);
  const tools = await runtime.tools();
  const { content, isError } = await tools.dispatch(
    "mixture_of_agents",
    { user_prompt: question },
    testContext({ sessionId: "s", ...options }),
  );
  const { usage: log, spending } = await runtime.store();
  const calls = log.sums({ by: "model" }).map((sum) => [sum.key, sum.calls, sum.usage.costUsd] as const);
  const { settled, reserved } = spending.spent("s", Date.now()).session;
  return {
    isError,
    value: JSON.parse(content),
    calls: calls.toSorted(),
    spent: settled.usd,
    reserved: reserved.usd,
  };
}

function modelOf({ body }: RecordedRequest): string {
  return String(body["model"]);
}

/** Each model answers as itself, the aggregator for all. */
function answer(request: RecordedRequest): ServerAnswer {
  const model = modelOf(request);
  return { text: model === "judge" ? "Twenty-five." : `25, says ${model}`, usage };
}

test("the references are asked beside each other and without tools, and the aggregator makes one answer of theirs", async () => {
  await using place = await temporaryPlace();
  await using server = await startScriptedServer({
    async script(request) {
      // Nobody is answered before all are asked.
      await server.received(3);
      return answer(request);
    },
  });
  await home(place, server.openaiUrl, { mixture_of_agents: three });

  const { value, calls, spent, reserved } = await ask(place);

  expect(value).toEqual({
    success: true,
    response: "Twenty-five.",
    models_used: { reference_models: ["a", "b", "c"], aggregator_model: "judge" },
    cost_usd: expect.closeTo(0.44),
  });
  expect(calls).toEqual(["a", "b", "c", "judge"].map((name) => [name, 1, expect.closeTo(0.11)]));
  expect([spent, reserved]).toEqual([expect.closeTo(0.44), 0]);
  expect(server.requests.every(({ body }) => !("tools" in body))).toBe(true);
  const last = JSON.stringify(server.requests.at(-1)?.body);
  for (const said of [question, "25, says a", "25, says b", "25, says c"]) expect(last).toContain(said);
});

test("models that fail are named with the reason, and one that answers is enough", async () => {
  await using place = await temporaryPlace();
  await using server = await startScriptedServer({
    script(request) {
      if (modelOf(request) === "a") return { status: 402 };
      if (modelOf(request) === "b") return { stall: "start" };
      return answer(request);
    },
  });
  const reference_models = ["a", "b", { provider: "openrouter", model: "x/y" }, "c"];
  await home(place, server.openaiUrl, {
    mixture_of_agents: { reference_models, aggregator_model: "judge", timeout: 0.5 },
  });

  const { value, isError } = await ask(place);

  expect(isError).toBe(false);
  expect(value).toMatchObject({
    response: "Twenty-five.",
    models_used: { reference_models: ["c"] },
    failed_models: [
      { model: "a", error: expect.any(String) },
      { model: "b", error: expect.stringContaining("mixture_of_agents.timeout") },
      { model: "x/y", error: expect.stringContaining("no key for OpenRouter") },
    ],
  });
});

test("when no reference answers the call fails, and the aggregator is not asked", async () => {
  await using place = await temporaryPlace();
  await using server = await startScriptedServer({ script: () => ({ status: 402 }) });
  await home(place, server.openaiUrl, { mixture_of_agents: three });

  const { value, isError } = await ask(place);

  expect(isError).toBe(true);
  expect(value).toMatchObject({ error: expect.any(String), failed_models: [{}, {}, {}] });
  expect(server.requests.map(modelOf)).not.toContain("judge");
});

test("when the aggregator fails the answers of the references are given as they are", async () => {
  await using place = await temporaryPlace();
  await using server = await startScriptedServer({
    script: (request) => (modelOf(request) === "judge" ? { status: 402 } : answer(request)),
  });
  await home(place, server.openaiUrl, { mixture_of_agents: three });

  const { value, isError } = await ask(place);

  expect(isError).toBe(true);
  expect(value).toMatchObject({
    error: expect.stringContaining("judge"),
    answers: ["a", "b", "c"].map((model) => ({ model, answer: `25, says ${model}` })),
    cost_usd: expect.closeTo(0.33),
  });
});

test("budgets hold: each reference is reserved before it is asked", async () => {
  await using place = await temporaryPlace();
  await using server = await startScriptedServer({
    async script(request) {
      await server.received(2);
      return answer(request);
    },
  });
  await home(place, server.openaiUrl, { mixture_of_agents: three, budget: { session: { requests: 2 } } });

  const { value } = await ask(place);

  expect(server.requests).toHaveLength(2);
  expect(value).toMatchObject({
    answers: [{}, {}],
    failed_models: [{ error: expect.stringContaining("2") }],
  });
});

test("an interrupt ends the requests under way", async () => {
  await using place = await temporaryPlace();
  await using server = await startScriptedServer({ script: () => ({ stall: "headers" }) });
  await home(place, server.openaiUrl, { mixture_of_agents: three });
  const interrupt = new AbortController();

  const asked = ask(place, { signal: interrupt.signal });
  await server.received(3);
  interrupt.abort();

  await expect(asked).rejects.toMatchObject({ name: "AbortError" });
  expect(server.requests).toHaveLength(3);
});

test("without an aggregator the model of the conversation makes the answer, in a session that finds the tool by a search", async () => {
  await using place = await temporaryPlace();
  await using server = await startScriptedServer({ script: answer });
  await home(place, server.openaiUrl, { mixture_of_agents: { reference_models: ["a", "b"] } });
  const model = scripted([
    { calls: [{ name: "mixture_of_agents", arguments: { user_prompt: question } }] },
    { text: "Made of two." },
    { text: "Done." },
  ]);
  await using runtime = await runtimeIn(place, { model });
  await using session = await runtime.openSession();

  expect(await session.agent.chat("Ask the others.")).toBe("Done.");

  expect(model.requests[0]?.tools.map(({ name }) => name)).not.toContain("mixture_of_agents");
  expect(resultsIn(model)).toMatchObject([{ response: "Made of two." }]);
  const { usage: log } = await runtime.store();
  const asked = log.sums({ by: "purpose", sessionId: session.id });
  expect(asked).toContainEqual(expect.objectContaining({ key: "mixture_of_agents", calls: 3 }));
});

test("without reference models there is no such tool, and more than eight are refused", async () => {
  await using place = await temporaryPlace();
  await home(place, "http://127.0.0.1:9/v1", { mixture_of_agents: { aggregator_model: "judge" } });
  await using runtime = await runtimeIn(place);
  expect((await runtime.tools()).names()).not.toContain("mixture_of_agents");

  const reference_models = Array.from({ length: 9 }, (_, index) => `m${index}`);
  await home(place, "http://127.0.0.1:9/v1", { mixture_of_agents: { reference_models } });
  await expect(runtimeIn(place)).rejects.toMatchObject({
    code: "CONFIG_INVALID",
    message: expect.stringContaining("mixture_of_agents.reference_models"),
  });
});
