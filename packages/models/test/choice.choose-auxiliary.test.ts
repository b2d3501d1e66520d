import { expect, test } from "vitest";
import { chooseAuxiliary, chooseByKeys } from "../src/index.ts";

const env = { OPENROUTER_API_KEY: "r", OPENAI_API_KEY: "o" };

test.each([
  undefined,
  {},
  { title: undefined },
  { title: {} },
  { title: { provider: "none", model: "m" } },
  { title: { provider: "", api_key: "k" } },
  { other: { provider: "openai" } },
])("with %j the task title has no model of its own", async (auxiliary) => {
  expect(await chooseAuxiliary("title", auxiliary, { env })).toBeUndefined();
});

test("a task takes the provider and the model that are named for it", async () => {
  const auxiliary = { title: { provider: "openai", model: "gpt-5-nano" } };

  expect(await chooseAuxiliary("title", auxiliary, { env })).toMatchObject({
    ok: true,
    provider: "openai",
    model: "gpt-5-nano",
    apiKey: "o",
  });
});

test("a task with a server of its own gets no key but the one beside it", async () => {
  const auxiliary = { title: { base_url: "http://127.0.0.1:9/v1", model: "m" } };

  expect(await chooseAuxiliary("title", auxiliary, { env })).toMatchObject({
    provider: "custom",
    keySource: "none",
  });
});

test("a task of the provider `main` gets its model where the conversation has its own", async () => {
  const main = { provider: "custom", base_url: "http://127.0.0.1:9/v1", api_key: "k", default: "large" };
  const auxiliary = { title: { provider: "main", model: "small" } };

  expect(await chooseAuxiliary("title", auxiliary, { env, main })).toMatchObject({
    ok: true,
    provider: "custom",
    model: "small",
    baseUrl: "http://127.0.0.1:9/v1",
    apiKey: "k",
  });
});

const main = { provider: "custom", base_url: "http://127.0.0.1:9/v1", api_key: "k", default: "large" };

test.each([{ provider: "main" }, { provider: "auto" }, { provider: "auto", model: "" }])(
  "%j is the model of the conversation",
  async (title) => {
    expect(await chooseAuxiliary("title", { title }, { env, main })).toMatchObject({
      model: "large",
      baseUrl: "http://127.0.0.1:9/v1",
      apiKey: "k",
    });
  },
);

test("the model of the conversation is the one that a flag names", async () => {
  const flags = { provider: "openai", model: "gpt-5.2" };

  expect(await chooseAuxiliary("title", { title: { provider: "main" } }, { env, main, flags })).toMatchObject(
    { provider: "openai", model: "gpt-5.2", apiKey: "o" },
  );
});

test.each([
  ["where the conversation has its own", main, "small", "http://127.0.0.1:9/v1"],
  ["where the keys lead, when nothing is said", {}, "gpt-5-nano", "https://api.openai.com/v1"],
  [
    "where the keys lead, when the maker of the conversation's is another",
    { provider: "anthropic", api_key: "a" },
    "gpt-5-nano",
    "https://api.openai.com/v1",
  ],
] as const)("a name alone is had %s", async (_, settings, model, baseUrl) => {
  for (const provider of [undefined, "auto"])
    expect(
      await chooseAuxiliary("title", { title: { provider, model } }, { env, main: settings }),
    ).toMatchObject({ model, baseUrl });
});

test("what keys open is the default model of each of their providers, once, and nothing without a key", async () => {
  const choices = await chooseByKeys({ env });

  expect(choices.map(({ provider, apiKey }) => [provider, apiKey])).toEqual([
    ["openrouter", "r"],
    ["openai", "o"],
  ]);
  expect(await chooseByKeys({ env: {} })).toEqual([]);
});
