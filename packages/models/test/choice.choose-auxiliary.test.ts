import { expect, test } from "vitest";
import { chooseAuxiliary } from "../src/index.ts";

const env = { OPENROUTER_API_KEY: "r", OPENAI_API_KEY: "o" };

test.each([
  undefined,
  {},
  { title: undefined },
  { title: {} },
  { title: { provider: "none", model: "m" } },
  { title: { provider: "auto", model: "" } },
  { title: { provider: "main" } },
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
