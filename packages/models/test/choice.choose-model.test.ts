import fc from "fast-check";
import { expect, test } from "vitest";
import {
  chooseModel,
  type ChooseModelOptions,
  type ChosenModel,
  createModel,
  type GivenProvider,
  type LocalServer,
  type ModelChoice,
  providers,
  scripted,
} from "../src/index.ts";
import { runs } from "./support/runs.ts";

const nobody = async (): Promise<undefined> => undefined;
const server = (models: readonly string[]): LocalServer => ({
  id: "ollama",
  label: "Ollama",
  baseUrl: "http://127.0.0.1:11434/v1",
  models,
});

const choose = (options: Partial<ChooseModelOptions>): Promise<ModelChoice> =>
  chooseModel({ env: {}, detectLocal: nobody, ...options });

async function chosen(options: Partial<ChooseModelOptions>): Promise<ChosenModel> {
  const choice = await choose(options);
  if (!choice.ok) throw new Error(choice.reason);
  return choice;
}

test("a flag wins over settings, settings over the environment, the environment over a local server", async () => {
  const env = { OPENAI_API_KEY: "o", ANTHROPIC_API_KEY: "a", OPENROUTER_API_KEY: "r" };
  const settings = { provider: "anthropic" };
  const detectLocal = async (): Promise<LocalServer> => server(["qwen3"]);

  expect((await chosen({ flags: { provider: "openai" }, settings, env, detectLocal })).provider).toBe(
    "openai",
  );
  expect((await chosen({ settings, env, detectLocal })).provider).toBe("anthropic");
  expect((await chosen({ env, detectLocal })).provider).toBe("openrouter");
  expect(await chosen({ detectLocal })).toMatchObject({
    provider: "ollama",
    model: "qwen3",
    keySource: "none",
  });
});

test("HERMES_INFERENCE_PROVIDER names the provider where flags and settings don't", async () => {
  const env = { HERMES_INFERENCE_PROVIDER: "anthropic", ANTHROPIC_API_KEY: "a", OPENROUTER_API_KEY: "r" };

  expect(await chosen({ env })).toMatchObject({
    provider: "anthropic",
    why: "chosen by HERMES_INFERENCE_PROVIDER",
  });
  expect((await chosen({ env, settings: { provider: "openrouter" } })).provider).toBe("openrouter");
});

test.each([
  [
    { OPENROUTER_API_KEY: "k", ANTHROPIC_API_KEY: "x", OPENAI_API_KEY: "x" },
    "openrouter",
    "https://openrouter.ai/api/v1",
  ],
  [{ ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "x" }, "anthropic", "https://api.anthropic.com"],
  [{ OPENAI_API_KEY: "k" }, "openai", "https://api.openai.com/v1"],
  [{ DEEPSEEK_API_KEY: "k" }, "deepseek", "https://api.deepseek.com/v1"],
  [{ GEMINI_API_KEY: "k" }, "gemini", "https://generativelanguage.googleapis.com/v1beta"],
  [{ GOOGLE_API_KEY: "k" }, "gemini", "https://generativelanguage.googleapis.com/v1beta"],
])("the environment %j leads to %s", async (env, provider, baseUrl) => {
  expect(await chosen({ env })).toMatchObject({ provider, baseUrl, apiKey: "k" });
});

test.each(providers.filter((row) => row.keyVariable !== undefined && row.baseUrlVariable !== undefined))(
  "the base URL variable of $id moves the home of its key",
  async (row) => {
    const env = { [row.keyVariable ?? ""]: "k", [row.baseUrlVariable ?? ""]: "http://127.0.0.1:9/v1" };

    const choice = await chosen({ flags: { provider: row.id, model: "m" }, env });

    expect(choice).toMatchObject({ apiKey: "k", keySource: row.keyVariable });
    expect(choice.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:9/);
  },
);

test("an OAuth token of Anthropic is used as a bearer token when there is no key", async () => {
  expect(await chosen({ env: { ANTHROPIC_AUTH_TOKEN: "t" } })).toMatchObject({
    apiKey: "t",
    keyScheme: "bearer",
  });
});

test("a base URL given by hand gets no key of another host, and a warning says so", async () => {
  const choice = await chosen({
    flags: { baseUrl: "http://127.0.0.1:1234/v1", provider: "openai", model: "m" },
    env: { OPENAI_API_KEY: "secret" },
  });

  expect(choice).toMatchObject({ baseUrl: "http://127.0.0.1:1234/v1", keySource: "none" });
  expect(choice.apiKey).toBeUndefined();
  expect(choice.warning).toMatch(
    /OPENAI_API_KEY belongs to https:\/\/api\.openai\.com .* Set OPENAI_BASE_URL/,
  );
});

test("a base URL given by hand gets the key whose own base URL variable names the same host", async () => {
  const choice = await chosen({
    flags: { baseUrl: "http://127.0.0.1:1234/other", model: "m" },
    env: { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: "http://127.0.0.1:1234" },
  });

  expect(choice).toMatchObject({ provider: "anthropic", protocol: "messages", apiKey: "k" });
});

test("a key does not go to its vendor when its base URL variable says that it belongs elsewhere", async () => {
  const choice = await choose({
    flags: { provider: "openai", baseUrl: "https://api.openai.com/v1" },
    env: { OPENAI_API_KEY: "proxy key", OPENAI_BASE_URL: "https://proxy.example/v1" },
  });

  expect(choice).toMatchObject({ ok: false, reason: "There is no key for OpenAI." });
});

test("the same host over plain http is another place for a key", async () => {
  const choice = await chosen({
    flags: { provider: "openai", baseUrl: "http://api.openai.com/v1", model: "m" },
    env: { OPENAI_API_KEY: "secret" },
  });

  expect(choice.apiKey).toBeUndefined();
});

test("the key of the settings goes to the base URL beside it and nowhere else", async () => {
  const settings = { base_url: "https://llm.example/v1", api_key: "k", default: "m" };

  expect(await chosen({ settings })).toMatchObject({ provider: "custom", apiKey: "k", model: "m" });
  const elsewhere = await chosen({ settings, flags: { baseUrl: "https://other.example/v1", model: "m" } });
  expect(elsewhere.apiKey).toBeUndefined();
  const named = await chosen({ settings, flags: { provider: "openai" }, env: { OPENAI_API_KEY: "o" } });
  expect(named).toMatchObject({ apiKey: "o", model: "gpt-5.2" });
});

test("a key of the settings that could be anybody's is sent to nobody", async () => {
  const settings = { api_key: "sk-whose" };

  expect(await choose({ settings })).toMatchObject({
    ok: false,
    hint: "Add model.provider or model.base_url.",
  });
  expect((await chosen({ settings, env: { OPENAI_API_KEY: "o" } })).apiKey).toBe("o");
  expect(await chosen({ settings: { api_key: "sk-or-v1-1" } })).toMatchObject({ provider: "openrouter" });
});

test("whatever is said, a key only goes to an origin that was named for it", async () => {
  const hosts = [
    "https://api.openai.com/v1",
    "https://openrouter.ai/api/v1",
    "http://127.0.0.1:1/v1",
    "https://evil.example/v1",
  ];
  const host = fc.option(fc.constantFrom(...hosts), { nil: undefined });
  const provider = fc.option(fc.constantFrom(...providers.map((row) => row.id)), { nil: undefined });
  const input = fc.record({
    flags: fc.record({
      provider,
      baseUrl: host,
      model: fc.constantFrom(undefined, "gpt-5", "anthropic/claude-sonnet-4.5", "x"),
    }),
    settings: fc.record({ provider, base_url: host, api_key: fc.constantFrom(undefined, "settings-key") }),
    openaiUrl: host,
    openrouterUrl: host,
  });
  const origin = (url: string | undefined): string | undefined =>
    url === undefined ? undefined : new URL(url).origin;

  await fc.assert(
    fc.asyncProperty(input, async ({ flags, settings, openaiUrl, openrouterUrl }) => {
      const env = {
        OPENAI_API_KEY: "openai-key",
        OPENROUTER_API_KEY: "openrouter-key",
        OPENAI_BASE_URL: openaiUrl,
        OPENROUTER_BASE_URL: openrouterUrl,
      };
      const choice = await choose({ flags, settings, env });
      if (!choice.ok || choice.apiKey === undefined) return;
      const settingsRow = providers.find((row) => row.id === settings.provider);
      const settingsVariable = {
        openai: openaiUrl,
        "openai-responses": openaiUrl,
        openrouter: openrouterUrl,
      }[settings.provider ?? ""];
      const homes: Record<string, string | undefined> = {
        "openai-key": openaiUrl ?? "https://api.openai.com/v1",
        "openrouter-key": openrouterUrl ?? "https://openrouter.ai/api/v1",
        "settings-key": settings.base_url ?? settingsVariable ?? settingsRow?.baseUrl,
      };
      expect(origin(homes[choice.apiKey])).toBe(origin(choice.baseUrl));
    }),
    runs(3000),
  );
});

test.each([
  ["anthropic/claude-sonnet-4.5", { ANTHROPIC_API_KEY: "k" }, "anthropic", "claude-sonnet-4-5"],
  [
    "anthropic/claude-sonnet-4.5",
    { OPENROUTER_API_KEY: "k", ANTHROPIC_API_KEY: "k" },
    "openrouter",
    "anthropic/claude-sonnet-4.5",
  ],
  [
    "claude-sonnet-4-5",
    { OPENROUTER_API_KEY: "k", ANTHROPIC_API_KEY: "k" },
    "anthropic",
    "claude-sonnet-4-5",
  ],
  ["claude-sonnet-4-5-20250929", { OPENROUTER_API_KEY: "k" }, "openrouter", "anthropic/claude-sonnet-4.5"],
  ["gpt-5", { OPENROUTER_API_KEY: "k", OPENAI_API_KEY: "k" }, "openai", "gpt-5"],
  ["openai/gpt-5", { OPENAI_API_KEY: "k" }, "openai", "gpt-5"],
  ["openrouter/openai/gpt-5", { OPENROUTER_API_KEY: "k", OPENAI_API_KEY: "k" }, "openrouter", "openai/gpt-5"],
  ["my-own-model", { OPENAI_API_KEY: "k" }, "openai", "my-own-model"],
])("model %s with the keys %j is asked of %s as %s", async (model, env, provider, name) => {
  expect(await chosen({ flags: { model }, env })).toMatchObject({ provider, model: name });
});

test("a default model of the settings is left out where a provider named by a flag can't have it", async () => {
  const settings = { default: "anthropic/claude-sonnet-4.5" };
  const env = { OPENAI_API_KEY: "k", OPENROUTER_API_KEY: "k" };

  expect((await chosen({ flags: { provider: "openai" }, settings, env })).model).toBe("gpt-5.2");
  expect((await chosen({ flags: { provider: "openrouter" }, settings, env })).model).toBe(
    "anthropic/claude-sonnet-4.5",
  );
});

test.each([
  ["openai", "http://127.0.0.1:7", "http://127.0.0.1:7/v1"],
  ["openai", "http://127.0.0.1:7/api/", "http://127.0.0.1:7/api"],
  ["openai-responses", "http://127.0.0.1:7/", "http://127.0.0.1:7/v1"],
  ["anthropic", "http://127.0.0.1:7/v1/", "http://127.0.0.1:7"],
  ["anthropic", "http://127.0.0.1:7", "http://127.0.0.1:7"],
])("%s at %s is called at %s", async (provider, baseUrl, expected) => {
  expect((await chosen({ flags: { provider, baseUrl, model: "m" } })).baseUrl).toBe(expected);
});

test("a provider without its key says how to add it", async () => {
  expect(await choose({ flags: { provider: "openrouter" } })).toEqual({
    ok: false,
    reason: "There is no key for OpenRouter.",
    hint: "Set OPENROUTER_API_KEY, or choose another provider.",
    problem: "no-key",
    data: { provider: "openrouter", keyVariable: "OPENROUTER_API_KEY" },
  });
});

test("nothing at all says how to get a model", async () => {
  const choice = await choose({ env: { OPENAI_API_KEY: "  " } });

  expect(choice).toMatchObject({ ok: false, reason: expect.stringMatching(/no model server answers/) });
  expect(!choice.ok && choice.hint).toMatch(
    /OPENROUTER_API_KEY, ANTHROPIC_API_KEY, OPENAI_API_KEY.*Ollama.*base URL/,
  );
});

test("an unknown provider names the nearest one", async () => {
  expect(await choose({ flags: { provider: "antropic" } })).toEqual({
    ok: false,
    reason: 'There is no provider named "antropic".',
    hint: "Did you mean anthropic?",
    problem: "no-provider",
  });
});

test("a provider that is given makes its models itself; it is asked for where no known one has the name", async () => {
  let asked = 0;
  const models = [
    { id: "grey", contextWindow: 32_000 },
    { id: "green", contextWindow: 8_000 },
  ] as const;
  const made = scripted([{ text: "Hi." }]);
  const parrot: GivenProvider = {
    ...{ id: "parrot", label: "Parrot", place: "plug-in birds", models },
    create: (id, { maxOutputTokens }) => ({ ...made, id, maxOutputTokens }),
  };
  const given = async () => {
    asked += 1;
    return [parrot, { ...parrot, id: "openai" }];
  };
  const settings = { provider: "parrot", default: "parrot/green", max_tokens: 99 };

  const known = await chosen({ flags: { provider: "openai" }, env: { OPENAI_API_KEY: "k" }, given });
  const before = asked;
  const green = await chosen({ settings, given });
  const first = await chosen({ flags: { provider: "parrot" }, settings: { default: "gpt-5.2" }, given });
  const other = await choose({ flags: { provider: "parrot", model: "gren" }, given });
  const unknown = await choose({ flags: { provider: "parot" }, given });

  expect([known.protocol, before]).toEqual(["chat", 0]);
  expect(green).toMatchObject({
    provider: "parrot",
    model: "green",
    baseUrl: "plug-in birds",
    keySource: "none",
  });
  expect(await createModel(green)).toMatchObject({ id: "green", maxOutputTokens: 99 });
  expect(first.model).toBe("grey");
  expect(other).toMatchObject({ ok: false, hint: "Did you mean grey, green?" });
  expect(unknown).toMatchObject({ ok: false, hint: "Did you mean parrot?" });
});

test("a base URL that is none is named", async () => {
  expect(await choose({ flags: { baseUrl: "127.0.0.1:80" } })).toMatchObject({
    ok: false,
    reason: '"127.0.0.1:80" is not a base URL.',
  });
});

test("a custom server without a named model offers its first one, else asks for a name", async () => {
  const flags = { baseUrl: "http://127.0.0.1:7/v1" };
  const detectLocal: ChooseModelOptions["detectLocal"] = async ({ servers }) => ({
    ...server(["a", "b"]),
    ...servers?.[0],
  });

  expect(await chosen({ flags, detectLocal })).toMatchObject({
    provider: "custom",
    model: "a",
    baseUrl: flags.baseUrl,
  });
  expect(await choose({ flags })).toMatchObject({ ok: false, hint: "Name one." });
});

test("a model that no key serves is looked for on the local server by name", async () => {
  const detectLocal = async (): Promise<LocalServer> => server(["llama3.2:latest", "qwen3:8b"]);

  expect((await chosen({ flags: { model: "llama3.2" }, detectLocal })).model).toBe("llama3.2:latest");
  expect(await choose({ flags: { model: "qwen3:9b" }, detectLocal })).toMatchObject({
    ok: false,
    hint: "Did you mean qwen3:8b?",
  });
});

test("a local server without models says how to get one", async () => {
  expect(await choose({ detectLocal: async () => server([]) })).toMatchObject({
    ok: false,
    hint: "Get one: ollama pull qwen3",
  });
});

test("OLLAMA_HOST is where the provider ollama is called", async () => {
  const choice = await chosen({
    flags: { provider: "ollama", model: "m" },
    env: { OLLAMA_HOST: "0.0.0.0:11500" },
  });

  expect(choice).toMatchObject({ protocol: "ollama", baseUrl: "http://127.0.0.1:11500" });
});

test("the limits of the settings travel with the choice", async () => {
  const settings = {
    provider: "openai",
    context_length: 9000,
    max_tokens: 100,
    reasoning_effort: "high" as const,
  };

  expect(await chosen({ settings, env: { OPENAI_API_KEY: "k" } })).toMatchObject({
    contextWindow: 9000,
    maxOutputTokens: 100,
    reasoningEffort: "high",
  });
});
