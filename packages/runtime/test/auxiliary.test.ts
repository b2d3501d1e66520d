import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Model, scripted } from "@hermes/models";
import { startScriptedServer } from "@hermes/models/testing";
import { expect, test } from "vitest";
import { callingModel, runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace, type TemporaryPlace } from "./support/temporary-place.ts";

async function write(place: TemporaryPlace, config: object): Promise<void> {
  await mkdir(place.home, { recursive: true });
  await writeFile(join(place.home, "config.yaml"), JSON.stringify(config));
}

async function ask(model: Model | undefined): Promise<string> {
  if (model === undefined) throw new Error("There is no model.");
  let text = "";
  const messages = [{ role: "user", content: [{ type: "text", text: "hi" }] }] as const;
  const request = { system: "", messages, tools: [] };
  for await (const event of model.stream(request, { signal: new AbortController().signal }))
    if (event.type === "text-delta") text += event.text;
  return text;
}

const provider = "custom";

test("each task asks its own model: that of the conversation, one beside it, one elsewhere, or none", async () => {
  await using place = await temporaryPlace();
  await using one = await startScriptedServer({ script: () => ({ text: "one" }) });
  await using two = await startScriptedServer({ script: () => ({ text: "two" }) });
  await write(place, {
    model: { provider, default: "large", base_url: one.openaiUrl, api_key: "key-of-one" },
    auxiliary: {
      title: { provider: "main" },
      summary: { model: "small" },
      approval: { base_url: two.openaiUrl, model: "judge", api_key: "key-of-two" },
      vision: { provider: "none", model: "m" },
    },
  });
  await using runtime = await runtimeIn(place);

  expect(await ask(await runtime.auxiliaryModel("title"))).toBe("one");
  expect(await ask(await runtime.auxiliaryModel("summary"))).toBe("one");
  expect(await ask(await runtime.auxiliaryModel("approval"))).toBe("two");
  expect(await runtime.auxiliaryModel("vision")).toBeUndefined();
  expect(await runtime.auxiliaryModel("compression")).toBeUndefined();
  expect(one.requests.map(({ body }) => body["model"])).toEqual(["large", "small"]);
  const keysOf = (server: typeof one) => server.requests.map(({ headers }) => headers["authorization"]);
  expect(keysOf(one)).toEqual(["Bearer key-of-one", "Bearer key-of-one"]);
  expect(keysOf(two)).toEqual(["Bearer key-of-two"]);
});

test("a model that a program gave the conversation is that of its side tasks too", async () => {
  await using place = await temporaryPlace();
  await write(place, { auxiliary: { title: { provider: "main" } } });
  await using runtime = await runtimeIn(place, { model: scripted([{ text: "given" }]) });

  expect(await ask(await runtime.auxiliaryModel("title"))).toBe("given");
});

test("where the model of a task fails its chain is asked, and without one nobody else", async () => {
  await using place = await temporaryPlace();
  await using one = await startScriptedServer({ script: () => ({ status: 402 }) });
  await using two = await startScriptedServer({ script: () => ({ text: "two" }) });
  const own = { base_url: one.openaiUrl, model: "m" };
  await write(place, {
    model: { provider, default: "large", base_url: two.openaiUrl },
    auxiliary: {
      title: { ...own, fallback_chain: [{ provider, base_url: two.openaiUrl, model: "stand-in" }] },
      summary: own,
    },
  });
  await using runtime = await runtimeIn(place);

  expect(await ask(await runtime.auxiliaryModel("title"))).toBe("two");
  await expect(runtime.auxiliaryModel("summary").then(ask)).rejects.toMatchObject({ code: "MODEL_BILLING" });
  expect(two.requests.map(({ body }) => body["model"])).toEqual(["stand-in"]);
});

test("auto goes on to what there is a key for, and to no other host", async () => {
  await using place = await temporaryPlace();
  await using one = await startScriptedServer({ script: () => ({ status: 402 }) });
  await using two = await startScriptedServer({ script: () => ({ text: "two" }) });
  await using three = await startScriptedServer({ script: () => ({ text: "three" }) });
  await write(place, {
    model: { provider, default: "large", base_url: one.openaiUrl, api_key: "key-of-one" },
    auxiliary: { title: { provider: "auto" } },
  });
  const env = {
    ...place.env,
    // An address without a key is no place to ask.
    OPENROUTER_BASE_URL: three.openaiUrl,
    OPENAI_BASE_URL: two.openaiUrl,
    OPENAI_API_KEY: "key-of-two",
  };
  await using runtime = await runtimeIn(place, { env });

  expect(await ask(await runtime.auxiliaryModel("title"))).toBe("two");
  expect(one.requests[0]?.body["model"]).toBe("large");
  expect(two.requests[0]?.headers["authorization"]).toBe("Bearer key-of-two");
  expect(three.requests).toEqual([]);
});

test("a task ends after its time, and the error names the setting", async () => {
  await using place = await temporaryPlace();
  await using server = await startScriptedServer({ script: () => ({ stall: "start" }) });
  const title = { base_url: server.openaiUrl, model: "m", timeout: 0.2 };
  await write(place, { auxiliary: { title } });
  await using runtime = await runtimeIn(place);

  const asked = runtime.auxiliaryModel("title").then(ask);

  await expect(asked).rejects.toMatchObject({
    code: "MODEL_TIMEOUT",
    hint: expect.stringContaining("auxiliary.title.timeout"),
  });
});

test("what a task asks is recorded, and counts under the budgets", async () => {
  await using place = await temporaryPlace();
  const usage = { inputTokens: 100, outputTokens: 10 };
  await using server = await startScriptedServer({ script: () => ({ text: "ok", usage }) });
  await write(place, {
    auxiliary: { title: { base_url: server.openaiUrl, model: "m" } },
    budget: { day: { requests: 1 } },
  });
  await using runtime = await runtimeIn(place);

  expect(await ask(await runtime.auxiliaryModel("title"))).toBe("ok");
  await expect(runtime.auxiliaryModel("title").then(ask)).rejects.toMatchObject({
    code: "SPEND_LIMIT_REACHED",
  });

  expect(server.requests).toHaveLength(1);
  const { usage: log } = await runtime.store();
  expect(log.sums({ by: "model" })).toMatchObject([{ key: "m", calls: 1 }]);
  expect(log.sums({ by: "purpose" })).toMatchObject([{ key: "title", calls: 1 }]);
});

test("hermes doctor tells which task has which model, and which can't be used", async () => {
  await using place = await temporaryPlace();
  await write(place, {
    model: { provider, default: "large", base_url: "http://127.0.0.1:9/v1" },
    auxiliary: {
      title: { provider: "main", timeout: 7 },
      approval: { provider: "openrouter", model: "x/y" },
      summary: { provider: "none" },
    },
  });
  await using runtime = await runtimeIn(place);

  const found = (await runtime.diagnose()).filter(({ name }) => name === "auxiliary models");

  expect(found).toEqual([
    {
      name: "auxiliary models",
      status: "ok",
      message:
        "title: large at http://127.0.0.1:9, no key (7 s); without a model: summary, skill_audit, mcp, vision, web_extract; of the conversation: compression",
    },
    {
      name: "auxiliary models",
      status: "warning",
      message: "approval: There is no key for OpenRouter.",
      hint: expect.stringContaining("OPENROUTER_API_KEY"),
    },
  ]);
});

test("keys of stand-ins and of the mixture are secrets like that of the conversation", async () => {
  await using place = await temporaryPlace();
  const elsewhere = { provider, base_url: "http://127.0.0.1:9/v1" };
  await write(place, {
    auxiliary: {
      title: { provider: "none", fallback_chain: [{ ...elsewhere, api_key: "keyOfTheStandIn" }] },
    },
    mixture_of_agents: {
      reference_models: [{ ...elsewhere, model: "a", api_key: "keyOfTheReference" }],
      aggregator_model: { ...elsewhere, model: "b", api_key: "keyOfTheAggregator" },
    },
  });
  const command = "echo it is keyOfTheStandIn keyOfTheReference keyOfTheAggregator";
  const model = callingModel({ name: "terminal", arguments: { command } });
  await using runtime = await runtimeIn(place, { model, flags: { yolo: true } });
  await using session = await runtime.openSession();

  await session.agent.chat("hi");

  const result = session.agent.messages.find(({ role }) => role === "tool")?.content;
  expect(result).toContain("it is");
  expect(result).not.toContain("keyOf");
});
