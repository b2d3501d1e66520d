import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startScriptedServer } from "@hermes/models/testing";
import { expect, test } from "vitest";
import { runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace, type TemporaryPlace } from "./support/temporary-place.ts";

async function write(place: TemporaryPlace, config: object): Promise<void> {
  await mkdir(place.home, { recursive: true });
  await writeFile(join(place.home, "config.yaml"), JSON.stringify(config));
}

test("requests to OpenRouter name the providers that may answer, in the same order of bytes whatever that of the file", async () => {
  await using server = await startScriptedServer({ script: () => ({ text: "ok" }) });
  const bodies: string[] = [];
  for (const provider_routing of [
    {
      sort: "price",
      max_price: { completion: 2, prompt: 1 },
      only: [],
      data_collection: "deny",
      order: ["b", "a"],
    },
    { order: "b, a", data_collection: "deny", max_price: { prompt: 1, completion: "2" }, sort: "price" },
  ]) {
    await using place = await temporaryPlace();
    await write(place, { model: { provider: "openrouter", default: "x/y" }, provider_routing });
    const env = { ...place.env, OPENROUTER_API_KEY: "k", OPENROUTER_BASE_URL: server.openaiUrl };
    await using runtime = await runtimeIn(place, { env });
    await using session = await runtime.openSession();
    expect(await session.agent.chat("hi")).toBe("ok");
    bodies.push(JSON.stringify(server.requests.at(-1)?.body));
  }

  const routing =
    '"provider":{"order":["b","a"],"data_collection":"deny","sort":"price","max_price":{"prompt":1,"completion":2}}';
  for (const body of bodies) expect(body.split('"messages"')[0]).toContain(routing);
});

test.for([
  ["another provider", "custom", { sort: "price" }],
  ["OpenRouter without a setting", "openrouter", {}],
] as const)("%s is told nothing about providers", async ([, provider, provider_routing]) => {
  await using place = await temporaryPlace();
  await using server = await startScriptedServer({ script: [{ text: "ok" }] });
  await write(place, {
    model: { provider, default: "x/y", base_url: server.openaiUrl, api_key: "k" },
    provider_routing,
  });
  await using runtime = await runtimeIn(place);
  await using session = await runtime.openSession();

  await session.agent.chat("hi");

  expect(server.requests[0]?.body).not.toHaveProperty("provider");
});

test.for([
  [{ sort: "cheapest" }, '"provider_routing.sort"'],
  [{ data_collection: "maybe" }, '"provider_routing.data_collection"'],
  [{ max_price: { prompt: -1 } }, '"provider_routing.max_price.prompt"'],
  [{ allow_fallbacks: "perhaps" }, '"provider_routing.allow_fallbacks"'],
] as const)(
  "what OpenRouter would not understand is refused with its place: %j",
  async ([routing, named]) => {
    await using place = await temporaryPlace();
    await write(place, { provider_routing: routing });

    await expect(runtimeIn(place)).rejects.toMatchObject({
      code: "CONFIG_INVALID",
      message: expect.stringContaining(named),
    });
  },
);
