import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import {
  cachedModels,
  type CachedModelsOptions,
  type FetchedModel,
  fetchModels,
  parseModels,
} from "../src/index.ts";
import { answering, startLoopback } from "./support/loopback.ts";
import { runs } from "./support/runs.ts";

const { signal } = new AbortController();

test.each([
  [
    "OpenAI",
    { object: "list", data: [{ id: "gpt-5", object: "model", created: 1, owned_by: "openai" }] },
    { id: "gpt-5" },
  ],
  [
    "OpenRouter",
    {
      data: [
        {
          id: "anthropic/claude-sonnet-4.5",
          context_length: 1_000_000,
          top_provider: { context_length: 1_000_000, max_completion_tokens: 64_000, is_moderated: false },
          pricing: {
            prompt: "0.000003",
            completion: "0.000015",
            input_cache_read: "0.0000003",
            input_cache_write: "0.00000375",
          },
        },
      ],
    },
    {
      id: "anthropic/claude-sonnet-4.5",
      contextWindow: 1_000_000,
      maxOutputTokens: 64_000,
      price: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
    },
  ],
  [
    "OpenRouter's router",
    {
      data: [
        { id: "openrouter/auto", context_length: 2_000_000, pricing: { prompt: "-1", completion: "-1" } },
      ],
    },
    { id: "openrouter/auto", contextWindow: 2_000_000, price: undefined },
  ],
  [
    "Anthropic",
    {
      data: [
        {
          type: "model",
          id: "claude-x",
          display_name: "X",
          created_at: "2026-01-01T00:00:00Z",
          max_input_tokens: 200_000,
          max_tokens: 64_000,
        },
      ],
      has_more: false,
    },
    { id: "claude-x", contextWindow: 200_000, maxOutputTokens: 64_000 },
  ],
  [
    "Together",
    [{ id: "meta/l", type: "chat", context_length: 131_072, pricing: { input: 0.88, output: 0.88 } }],
    { id: "meta/l", contextWindow: 131_072, price: { input: 0.88, output: 0.88 } },
  ],
  [
    "Groq",
    { object: "list", data: [{ id: "g", context_window: 131_072, max_completion_tokens: 32_768 }] },
    { id: "g", contextWindow: 131_072, maxOutputTokens: 32_768 },
  ],
  ["vLLM", { object: "list", data: [{ id: "v", max_model_len: 4096 }] }, { id: "v", contextWindow: 4096 }],
  [
    "llama.cpp",
    { object: "list", data: [{ id: "l.gguf", meta: { n_ctx_train: 131_072 } }], models: [] },
    { id: "l.gguf", contextWindow: 131_072 },
  ],
  [
    "LM Studio",
    {
      object: "list",
      data: [
        { id: "q", type: "llm", state: "loaded", max_context_length: 32_768, loaded_context_length: 4096 },
      ],
    },
    { id: "q", contextWindow: 4096, loaded: true },
  ],
  [
    "Ollama",
    { models: [{ name: "qwen3:8b", model: "qwen3:8b", size: 1, details: { family: "qwen3" } }] },
    { id: "qwen3:8b" },
  ],
  [
    "OpenRouter, with what the model can",
    {
      data: [
        {
          id: "a/b",
          architecture: { input_modalities: ["text", "image"] },
          supported_parameters: ["tools", "max_tokens"],
        },
      ],
    },
    { id: "a/b", abilities: { tools: true, images: true, reasoning: false } },
  ],
  [
    "Mistral, with what the model can",
    { data: [{ id: "m", capabilities: { function_calling: true, vision: false } }] },
    { id: "m", abilities: { tools: true, images: false, reasoning: undefined } },
  ],
  ["Gemini", { object: "list", data: [{ id: "models/gemini-2.5-pro" }] }, { id: "gemini-2.5-pro" }],
])("the list of %s is understood", async (_, body, expected) => {
  const { origin } = await startLoopback(answering(200, body));

  expect(await fetchModels({ baseUrl: `${origin}/v1`, signal })).toMatchObject([expected]);
});

test("each protocol has its own path and its own way to send the key", async () => {
  const { origin, requests } = await startLoopback(answering(200, { data: [] }));

  await fetchModels({ baseUrl: `${origin}/v1/`, apiKey: "k", signal });
  await fetchModels({ baseUrl: origin, protocol: "messages", apiKey: "k", signal });

  expect(requests.map(({ url, headers }) => [url, headers.authorization, headers["x-api-key"]])).toEqual([
    ["/v1/models", "Bearer k", undefined],
    ["/v1/models?limit=1000", undefined, "k"],
  ]);
});

test("llama.cpp is asked for the window that it runs with, which its list does not tell", async () => {
  const list = { object: "list", data: [{ id: "q", meta: { n_ctx_train: 131_072 } }] };
  const props = {
    default_generation_settings: { n_ctx: 16_384 },
    modalities: { vision: true, audio: false },
  };
  const at = async (body: unknown) => {
    const { origin } = await startLoopback((request, response) =>
      answering(
        request.url === "/props" && body === undefined ? 404 : 200,
        request.url === "/props" ? body : list,
      )(request, response),
    );
    return await fetchModels({ provider: "llamacpp", baseUrl: `${origin}/v1`, signal });
  };

  expect(await at(props)).toMatchObject([{ id: "q", contextWindow: 16_384, abilities: { images: true } }]);
  expect(await at(undefined)).toMatchObject([{ id: "q", contextWindow: 131_072 }]);
});

test("a redirect to another host is not followed, so that the key is not leaked", async () => {
  const other = await startLoopback(answering(200, { data: [] }));
  const { origin } = await startLoopback(answering(307, "", { location: `${other.origin}/v1/models` }));

  await expect(fetchModels({ baseUrl: `${origin}/v1`, apiKey: "k", signal })).rejects.toThrow();
  expect(other.requests).toHaveLength(0);
});

test.each([
  ["gemini", "/v1beta", "/v1beta/models?pageSize=1000", "x-goog-api-key", "k"],
  ["ollama", "", "/api/tags", "authorization", "Bearer k"],
  ["azure-chat", "/openai/v1", "/openai/v1/models", "api-key", "k"],
  ["azure-responses", "/?api-version=2024-10-21", "/openai/v1/models", "api-key", "k"],
] as const)(
  "the list of %s at %j is asked for at %s, with the key in %s",
  async (protocol, path, url, name, key) => {
    const entry = { name: "models/m", inputTokenLimit: 1000, outputTokenLimit: 10 };
    const { origin, requests } = await startLoopback(answering(200, { models: [entry] }));

    const models = await fetchModels({ baseUrl: origin + path, protocol, apiKey: "k", signal });

    expect(models).toMatchObject([{ id: "m", contextWindow: 1000, maxOutputTokens: 10 }]);
    expect(requests[0]?.url).toBe(url);
    expect(requests[0]?.headers[name]).toBe(key);
  },
);

test("Bedrock is not asked for a list at an address that has none", async () => {
  const { origin, requests } = await startLoopback(answering(200, { data: [] }));

  await expect(fetchModels({ baseUrl: origin, protocol: "converse", signal })).rejects.toThrow(
    "another address",
  );
  expect(requests).toHaveLength(0);
});

test("an answer that is no list of models is an error", async () => {
  const refused = await startLoopback(answering(401, { error: "no" }));
  const page = await startLoopback(answering(200, { hello: "world" }));

  await expect(fetchModels({ baseUrl: refused.origin, signal })).rejects.toThrow(
    "answered 401 instead of a list",
  );
  await expect(fetchModels({ baseUrl: page.origin, signal })).rejects.toThrow("not a list of models");
});

test("whatever a provider lists, what comes out has a name and sensible numbers", async () => {
  const entry = fc.record(
    {
      id: fc.anything(),
      name: fc.anything(),
      context_length: fc.anything(),
      pricing: fc.anything(),
      meta: fc.anything(),
      top_provider: fc.anything(),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(entry), async (data) => {
      for (const model of await parseModels({ data })) {
        expect(model.id).not.toBe("");
        expect(model.contextWindow ?? 1).toBeGreaterThan(0);
        expect(model.price?.input ?? 0).toBeGreaterThanOrEqual(0);
      }
    }),
    runs(3000),
  );
});

async function cacheIn(load: () => Promise<readonly FetchedModel[]>): Promise<CachedModelsOptions> {
  const folder = await mkdtemp(join(tmpdir(), "hermes-models-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return {
    path: join(folder, "models.json"),
    files: { readFile, writeFile, rename },
    baseUrl: "https://a/v1",
    load,
    signal,
  };
}

test("a list is asked for once a day and kept in a file in between", async () => {
  let asked = 0;
  const options = await cacheIn(async () => [{ id: `m${++asked}` }]);
  const day = 24 * 60 * 60 * 1000;

  const at = async (now: number): Promise<string | undefined> =>
    (await cachedModels({ ...options, now: () => now }))[0]?.id;

  expect([await at(1000), await at(day), await at(1000 + day), await at(1001 + day)]).toEqual([
    "m1",
    "m1",
    "m2",
    "m2",
  ]);
  expect(await readdir(join(options.path, ".."))).toEqual(["models.json"]);
});

test("an old list is better than none when the provider can't be asked", async () => {
  const options = await cacheIn(async () => [{ id: "old" }]);
  await cachedModels({ ...options, now: () => 1 });

  const failing = { ...options, load: () => Promise.reject(new Error("offline")) };

  expect(await cachedModels(failing)).toEqual([{ id: "old" }]);
  await expect(cachedModels({ ...failing, signal: AbortSignal.abort("left") })).rejects.toBe("left");
});

test.each([
  "",
  "{",
  '{"baseUrl":"https://a/v1","fetchedAt":1,"models":[{}]}',
  '{"baseUrl":"https://b/v1","fetchedAt":1,"models":[]}',
])("a file that holds %j is replaced", async (content) => {
  const options = await cacheIn(async () => [{ id: "new" }]);
  await writeFile(options.path, content);

  expect(await cachedModels({ ...options, now: () => 2 })).toEqual([{ id: "new" }]);
  expect(await readFile(options.path, "utf8")).toContain('"new"');
});

test("without a list and without a provider the failure is reported", async () => {
  const options = await cacheIn(() => Promise.reject(new Error("offline")));

  await expect(cachedModels(options)).rejects.toThrow("offline");
});
