import { describe, expect, test } from "vitest";
import { anthropicMessages, nearestEffort, openaiResponses, reasoningEfforts } from "../src/index.ts";
import type { Model, ReasoningEffort } from "../src/index.ts";
import { startScriptedServer } from "../src/testing/index.ts";
import { bodyFor, request } from "./support/chat.ts";

/** What a request says of effort. */
function told(body: object): object {
  const names = ["reasoning_effort", "reasoning", "thinking", "enable_thinking", "output_config"];
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
}

describe("an effort at a host of Chat Completions", () => {
  test.each([
    ["https://api.openai.com/v1", "gpt-5", "off", { reasoning_effort: "minimal" }],
    ["https://api.openai.com/v1", "gpt-5", "max", { reasoning_effort: "high" }],
    ["https://api.openai.com/v1", "gpt-5.1", "off", { reasoning_effort: "none" }],
    ["https://api.openai.com/v1", "gpt-5.1", "minimal", { reasoning_effort: "low" }],
    ["https://api.openai.com/v1", "gpt-5.2-2025-12-11", "max", { reasoning_effort: "xhigh" }],
    ["https://api.openai.com/v1", "gpt-5.2-pro", "low", { reasoning_effort: "medium" }],
    ["https://api.openai.com/v1", "gpt-5-pro", "minimal", { reasoning_effort: "high" }],
    ["https://api.openai.com/v1", "o3-mini", "xhigh", { reasoning_effort: "high" }],
    ["https://api.openai.com/v1", "gpt-4.1", "high", {}],
    ["https://api.openai.com/v1", "gpt-5-chat-latest", "high", {}],
    ["https://openrouter.ai/api/v1", "anthropic/claude-opus-4.6", "max", { reasoning: { effort: "xhigh" } }],
    ["https://openrouter.ai/api/v1", "openai/gpt-5.2", "off", { reasoning: { effort: "none" } }],
    ["https://api.x.ai/v1", "grok-3-mini", "medium", { reasoning_effort: "low" }],
    ["https://api.x.ai/v1", "grok-4", "high", {}],
    ["https://api.deepseek.com/v1", "deepseek-chat", "off", { thinking: { type: "disabled" } }],
    ["https://api.deepseek.com/v1", "deepseek-chat", "low", { thinking: { type: "enabled" } }],
    ["https://api.z.ai/api/paas/v4", "glm-4.6", "off", { thinking: { type: "disabled" } }],
    ["https://dashscope-intl.aliyuncs.com/compatible-mode/v1", "qwen3-max", "max", { enable_thinking: true }],
    ["https://api.groq.com/openai/v1", "openai/gpt-oss-120b", "off", { reasoning_effort: "low" }],
    ["https://api.groq.com/openai/v1", "llama-3.3-70b-versatile", "high", {}],
    ["http://127.0.0.1:8000/v1", "some-model", "xhigh", { reasoning_effort: "high" }],
    ["http://127.0.0.1:8000/v1", "some-model", "off", {}],
  ] as const)("%s tells %s %s as %j", async (baseUrl, model, reasoningEffort, fields) => {
    const body = await bodyFor({ reasoningEffort }, { baseUrl, model });

    expect(told(body)).toEqual(fields);
  });
});

async function sentBy(make: (url: string) => Model, reasoningEffort: ReasoningEffort): Promise<object> {
  await using server = await startScriptedServer({ script: () => ({ text: "hi" }) });
  for await (const _ of make(server.url).stream(
    { ...request, reasoningEffort },
    { signal: new AbortController().signal },
  ));
  return server.requests[0]?.body ?? {};
}

describe("an effort of Claude", () => {
  test.each([
    ["claude-opus-4-6", "off", {}],
    ["claude-opus-4-6", "xhigh", { thinking: { type: "adaptive" }, output_config: { effort: "high" } }],
    ["claude-opus-4-7", "xhigh", { thinking: { type: "adaptive" }, output_config: { effort: "xhigh" } }],
    ["claude-sonnet-5", "max", { thinking: { type: "adaptive" }, output_config: { effort: "max" } }],
    ["claude-sonnet-5", "off", { thinking: { type: "adaptive" }, output_config: { effort: "low" } }],
    ["claude-sonnet-4-5", "off", {}],
    ["claude-opus-4-1", "max", { thinking: { type: "enabled", budget_tokens: 27_900 } }],
  ] as const)("%s is told %s as %j", async (model, effort, fields) => {
    const body = await sentBy((baseUrl) => anthropicMessages({ model, baseUrl }), effort);

    expect(told(body)).toEqual(fields);
  });
});

test.each([
  ["gpt-5.2", "off", { effort: "none" }],
  ["gpt-5.2", "max", { effort: "xhigh", summary: "auto" }],
  ["gpt-5", "minimal", { effort: "minimal", summary: "auto" }],
  ["gpt-4.1", "high", undefined],
] as const)("%s behind Responses is told %s as %j", async (model, effort, reasoning) => {
  const body = await sentBy((url) => openaiResponses({ model, baseUrl: `${url}/v1` }), effort);

  expect(Reflect.get(body, "reasoning")).toEqual(reasoning);
});

test("who wants thinking gets the nearest there is, and nothing beside what the model knows", () => {
  const subsets = Array.from({ length: 2 ** reasoningEfforts.length }, (_, bits) =>
    reasoningEfforts.filter((_effort, index) => (bits >> index) % 2 === 1),
  );
  for (const known of subsets)
    for (const wanted of reasoningEfforts) {
      const nearest = nearestEffort(wanted, known);
      const told = known.some((effort) => effort !== "off") || known.includes(wanted);
      expect(nearest === undefined).toBe(!told);
      if (nearest !== undefined) expect(known).toContain(nearest);
      if (wanted !== "off") expect(nearest).not.toBe("off");
    }
});
