import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startScriptedServer } from "@hermes/models/testing";
import type { ScriptedServer } from "@hermes/models/testing";
import { expect, test, vi } from "vitest";
import { runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";

test("an auxiliary task has no model unless the settings name one", async () => {
  await using place = await temporaryPlace();
  await using server = await startScriptedServer({ script: [{ text: "A title" }] });
  await using bare = await runtimeIn(place);
  expect(await bare.auxiliaryModel("title")).toBeUndefined();
  await mkdir(place.home);
  await writeFile(
    join(place.home, "config.yaml"),
    `auxiliary:\n  title:\n    base_url: ${server.openaiUrl}\n    model: small\n  vision:\n    provider: none\n`,
  );
  await using runtime = await runtimeIn(place);

  expect(await runtime.auxiliaryModel("vision")).toBeUndefined();
  expect(await runtime.auxiliaryModel("compression")).toBeUndefined();
  expect((await runtime.auxiliaryModel("title"))?.id).toBe("small");
});

test("an auxiliary model that can't be used is an error that names the task", async () => {
  await using place = await temporaryPlace();
  await mkdir(place.home);
  await writeFile(join(place.home, "config.yaml"), "auxiliary:\n  title:\n    provider: openrouter\n");
  await using runtime = await runtimeIn(place);

  await expect(runtime.auxiliaryModel("title")).rejects.toMatchObject({
    code: "RUNTIME_NO_MODEL",
    message: expect.stringContaining("title"),
  });
});

test("settings correct what the catalogue says of a model", async () => {
  await using place = await temporaryPlace();
  await using server = await startScriptedServer({ script: [] });
  await mkdir(place.home);
  await writeFile(join(place.home, "config.yaml"), "models:\n  mystery:\n    context_length: 5000\n");
  await using runtime = await runtimeIn(place, { flags: { model: "mystery", baseUrl: server.openaiUrl } });
  await using session = await runtime.openSession();

  expect(session.model.contextWindow).toBe(5_000);
});

test("what a provider lists is fetched in the background and known at the next start", async () => {
  await using place = await temporaryPlace();
  await using list = await startModelList([{ id: "mystery", context_length: 7_777 }]);
  const flags = { model: "mystery", baseUrl: `${list.url}/v1` };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  {
    await using runtime = await runtimeIn(place, { flags });
    await using session = await runtime.openSession();
    expect(session.model.contextWindow).toBe(128_000);
    expect(list.asked()).toBe(0);
    vi.advanceTimersByTime(2_000);
    vi.useRealTimers();
    const path = join(place.home, "cache", `models-${new URL(list.url).host.replace(":", "_")}.json`);
    await vi.waitFor(async () => expect(await readFile(path, "utf8")).toContain("mystery"), {
      timeout: 30_000,
    });
  }

  await using runtime = await runtimeIn(place, { flags });
  await using session = await runtime.openSession();

  expect(session.model.contextWindow).toBe(7_777);
  expect(list.asked()).toBe(1);
});

test("with model.refresh: off nobody is asked for a list", async () => {
  await using place = await temporaryPlace();
  await using list = await startModelList([{ id: "mystery", context_length: 7_777 }]);
  await mkdir(place.home);
  await writeFile(join(place.home, "config.yaml"), "model:\n  refresh: off\n");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await using runtime = await runtimeIn(place, { flags: { model: "mystery", baseUrl: `${list.url}/v1` } });
  await using session = await runtime.openSession();

  expect(session.model.contextWindow).toBe(128_000);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test("a model server on this machine is asked at once for the window that it runs with", async () => {
  await using place = await temporaryPlace();
  await using list = await startModelList([
    {
      id: "qwen3-8b",
      type: "vlm",
      state: "loaded",
      max_context_length: 131_072,
      loaded_context_length: 9_000,
    },
  ]);
  const env = { LM_BASE_URL: `${list.url}/v1` };
  const flags = { provider: "lmstudio", model: "qwen3-8b" };
  await using runtime = await runtimeIn(place, { env: { ...place.env, ...env }, flags });
  await using session = await runtime.openSession();

  expect(session.model.contextWindow).toBe(9_000);
  expect(await (await runtime.models()).chosen()).toMatchObject({
    price: { input: 0, output: 0 },
    abilities: { tools: false, images: true },
    sources: { contextWindow: "provider" },
  });
});

/** A person with keys of OpenAI and Anthropic, both of which are this server. */
async function twoProviders(server: ScriptedServer, more: string = "") {
  const place = await temporaryPlace();
  await mkdir(place.home);
  await writeFile(
    join(place.home, "config.yaml"),
    `# mine\nmodel:\n  default: gpt-5.2 # for now\n  provider: openai\n${more}`,
  );
  const env = {
    ...place.env,
    ...{
      OPENAI_API_KEY: "o",
      OPENAI_BASE_URL: server.openaiUrl,
      ANTHROPIC_API_KEY: "a",
      ANTHROPIC_BASE_URL: server.url,
    },
  };
  const runtime = await runtimeIn(place, { loaded: await place.settings(env), env });
  return {
    place,
    env,
    runtime,
    async [Symbol.asyncDispose]() {
      await runtime[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

test("a session goes on with another model of another protocol, with its history and under its own name", async () => {
  await using server = await startScriptedServer({
    script: [
      { calls: [{ name: "todo", arguments: {} }] },
      { text: "Nothing to do." },
      { text: "Still nothing." },
    ],
  });
  await using home = await twoProviders(server);
  const models = await home.runtime.models();
  await using session = await home.runtime.openSession();
  await session.agent.chat("What is to do?");

  expect(await models.current(session.id)).toMatchObject({ model: "gpt-5.2", images: true });
  const used = await models.choose(session.id, await models.find("claude-opus-4-6"));
  await models.setEffort(session.id, "max");
  await session.agent.chat("And now?");

  expect(used).toMatchObject({ model: "claude-opus-4-6", contextWindow: 1_000_000, images: true });
  expect(session.contextWindow).toBe(1_000_000);
  const last = server.requests.at(-1);
  expect(last?.path).toBe("/v1/messages");
  expect(last?.body).toMatchObject({ model: "claude-opus-4-6", output_config: { effort: "max" } });
  expect(JSON.stringify(last?.body)).toContain("Nothing to do.");
  const { models: asked } = await home.runtime.insights({});
  expect(asked.map(({ key, calls }) => [key, calls])).toEqual([
    ["gpt-5.2", 2],
    ["claude-opus-4-6", 1],
  ]);
});

test("a name that is mistyped names the nearest, and one that no list can refute is taken", async () => {
  await using server = await startScriptedServer({ script: [], models: ["gpt-5.2", "gpt-5.2-pro"] });
  await using home = await twoProviders(server);
  const models = await home.runtime.models();

  await expect(models.find("gpt-5.2-por")).rejects.toMatchObject({
    code: "RUNTIME_UNKNOWN_MODEL",
    hint: expect.stringContaining("gpt-5.2-pro"),
  });
  expect(await models.find("gpt-5.2-pro")).toMatchObject({
    provider: "openai",
    efforts: ["medium", "high", "xhigh"],
  });
  await expect(models.find("x", { provider: "mistral" })).rejects.toMatchObject({ code: "RUNTIME_NO_MODEL" });
});

test("the model that is kept stands in config.yaml, beside the comments, and counts at the next start", async () => {
  await using server = await startScriptedServer({ script: [{ text: "Hi." }] });
  await using home = await twoProviders(server, "  context_length: 9000\n");
  const models = await home.runtime.models();
  {
    await using session = await home.runtime.openSession();
    await session.agent.chat("Hi");
    await models.keep(await models.find("claude-opus-4-6"));
  }
  const path = join(home.place.home, "config.yaml");

  expect(await readFile(path, "utf8")).toBe(
    "# mine\nmodel:\n  default: claude-opus-4-6 # for now\n  provider: anthropic\n",
  );
  await using again = await runtimeIn(home.place, {
    loaded: await home.place.settings(home.env),
    env: home.env,
  });
  await using session = await again.openSession();
  expect(session.model.id).toBe("claude-opus-4-6");
  expect(again.warnings).toEqual([]);
});

test("a key in the settings is never handed to another provider", async () => {
  await using server = await startScriptedServer({ script: [] });
  await using home = await twoProviders(server, "  api_key: of-openai\n");
  const models = await home.runtime.models();

  await expect(models.keep(await models.find("claude-opus-4-6"))).rejects.toMatchObject({
    code: "RUNTIME_KEY_IN_SETTINGS",
  });
});

test("a provider without a key can be looked at, and is asked for nothing", async () => {
  await using place = await temporaryPlace();
  await using runtime = await runtimeIn(place);
  const models = await runtime.models();

  expect((await models.list({ provider: "openai" })).map(({ model }) => model)).toContain("gpt-5.2");
  await expect(models.find("gpt-5.2", { provider: "openai" })).rejects.toMatchObject({
    code: "RUNTIME_NO_MODEL",
    hint: expect.stringContaining("hermes auth add openai"),
  });
});

test("without the network the list is that of the bundle, for providers with a key alone", async () => {
  await using place = await temporaryPlace();
  const env = { ...place.env, ANTHROPIC_API_KEY: "a", ANTHROPIC_BASE_URL: "http://127.0.0.1:1" };
  await using runtime = await runtimeIn(place, { loaded: await place.settings(env), env });

  const listed = await (await runtime.models()).list();

  expect(new Set(listed.map(({ provider }) => provider))).toEqual(new Set(["anthropic"]));
  expect(listed[0]).toMatchObject({ model: "claude-sonnet-4-5", isChosen: true });
  expect(listed.find(({ model }) => model === "claude-opus-4-6")).toMatchObject({
    price: { input: 5, output: 25 },
    efforts: ["off", "low", "medium", "high", "max"],
    sources: { price: "bundled" },
  });
});

async function startModelList(models: readonly object[]) {
  let asked = 0;
  const { createServer } = process.getBuiltinModule("node:http");
  const server = createServer((_, response) => {
    asked += 1;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ object: "list", data: models }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked: () => asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
