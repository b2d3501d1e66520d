import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startScriptedServer } from "@hermes/models/testing";
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
      timeout: 10_000,
    });
  }

  await using runtime = await runtimeIn(place, { flags });
  await using session = await runtime.openSession();

  expect(session.model.contextWindow).toBe(7_777);
  expect(list.asked()).toBe(1);
});

test("a model that the bundled table knows needs no list", async () => {
  await using place = await temporaryPlace();
  await using list = await startModelList([{ id: "claude-sonnet-4-5", context_length: 7_777 }]);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await using runtime = await runtimeIn(place, {
    flags: { model: "claude-sonnet-4-5", baseUrl: `${list.url}/v1` },
  });
  await using session = await runtime.openSession();

  expect(session.model.contextWindow).toBeGreaterThan(100_000);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
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
