import fc from "fast-check";
import { expect, test } from "vitest";
import { bundledNames, costOf, describeModel, type ModelPrice, noUsage } from "../src/index.ts";
import { runs } from "./support/runs.ts";

test.each([
  ["claude-sonnet-4-5-20250929", 200_000],
  ["anthropic/claude-sonnet-4.5", 200_000],
  ["anthropic/claude-sonnet-4.6", 1_000_000],
  ["us.anthropic.claude-opus-4-1-20250805-v1:0", 200_000],
  ["openai/gpt-5.2", 400_000],
  ["gpt-4.1-mini-2025-04-14", 1_047_576],
  ["gpt-4-1106-preview", 8192],
  ["models/gemini-2.5-flash", 1_048_576],
  ["x-ai/grok-4-fast:free", 2_000_000],
  ["accounts/fireworks/models/kimi-k2-instruct", 262_144],
  ["meta-llama-3.1-8b-instruct", 131_072],
  ["llama3:8b", 8192],
  ["qwen2.5-coder:7b", 131_072],
  ["o3-mini", 200_000],
])("%s has a window of %i tokens", (id, contextWindow) => {
  expect(describeModel(id)).toMatchObject({ contextWindow, source: "bundled" });
});

test("a model that nobody knows has a window of 128 000 tokens and no price", () => {
  expect(describeModel("made-up")).toEqual({
    contextWindow: 128_000,
    maxOutputTokens: undefined,
    price: undefined,
    abilities: {},
    source: "default",
    sources: { contextWindow: "default", maxOutputTokens: "default", price: "default", abilities: "default" },
  });
});

test("each figure says where it comes from, and abilities are what provider and table know together", () => {
  const fetched = [{ id: "gpt-5", contextWindow: 300_000, abilities: { images: false, reasoning: true } }];

  const described = describeModel("gpt-5", { overrides: { maxOutputTokens: 5 }, fetched });

  expect(described.sources).toEqual({
    contextWindow: "provider",
    maxOutputTokens: "config",
    price: "bundled",
    abilities: "provider",
  });
  expect(described.abilities).toEqual({ tools: true, images: false, reasoning: true });
});

test.each([
  ["claude-sonnet-4.5", { tools: true, images: true }],
  ["openai/gpt-4-0613", { tools: true, images: false }],
  ["gpt-4o-mini", { tools: true, images: true }],
  ["gemma3:27b", { tools: false, images: true }],
])("%s is known to be able to %j", (id, abilities) => {
  expect(describeModel(id).abilities).toEqual(abilities);
});

test("every bundled name is a model that its own row describes", () => {
  for (const name of bundledNames()) expect(describeModel(name).source).toBe("bundled");
  expect(bundledNames()).toContain("gpt-5.2");
  expect(bundledNames()).not.toContain("llama");
});

test("the price is that of the longest name that fits", () => {
  expect(describeModel("gpt-5-mini-2025-08-07").price).toMatchObject({ input: 0.25, output: 2 });
  expect(describeModel("gpt-5").price).toMatchObject({ input: 1.25, output: 10 });
});

test("a model made of another one has its window but not its price", () => {
  expect(describeModel("someone-gpt-4o-tuned")).toMatchObject({
    contextWindow: 128_000,
    price: undefined,
    source: "bundled",
  });
});

test("settings win over the provider's list, the list over the table, field by field", () => {
  const fetched = [{ id: "gpt-5", contextWindow: 300_000, maxOutputTokens: 1000 }];

  const described = describeModel("gpt-5", { overrides: { maxOutputTokens: 5 }, fetched });

  expect(described).toMatchObject({
    contextWindow: 300_000,
    maxOutputTokens: 5,
    source: "provider",
    price: { input: 1.25 },
  });
  expect(describeModel("gpt-5", { overrides: { contextWindow: 7 }, fetched })).toMatchObject({
    contextWindow: 7,
    source: "config",
  });
});

test("any text is described", () => {
  fc.assert(
    fc.property(fc.string(), (id) => {
      expect(describeModel(id).contextWindow).toBeGreaterThan(0);
    }),
    runs(3000),
  );
});

const price: ModelPrice = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };

test("cost is the sum of all four kinds of tokens; reasoning is part of the output", () => {
  const usage = {
    inputTokens: 1000,
    outputTokens: 200,
    cacheReadTokens: 10_000,
    cacheWriteTokens: 100,
    reasoningTokens: 150,
  };

  expect(costOf(usage, price)).toBeCloseTo((3000 + 3000 + 3000 + 375) / 1e6, 12);
});

test("a call that needs a price nobody knows has no cost", () => {
  const noCache: ModelPrice = { input: 3, output: 15 };

  expect(costOf({ ...noUsage, cacheReadTokens: 1 }, noCache)).toBeUndefined();
  expect(costOf({ ...noUsage, inputTokens: 1 }, undefined)).toBeUndefined();
  expect(costOf({ ...noUsage, inputTokens: 1_000_000 }, noCache)).toBe(3);
});
