/**
 * A stream of each place that speaks Chat Completions, as its own documentation shows it: where its thoughts stand, how its
 * calls come, and where it counts. A row without a stream is a guess: the last test refuses it.
 */
import { expect, test } from "vitest";
import { providers } from "../src/index.ts";
import type { ModelFinish } from "../src/index.ts";
import { answered, sse } from "./support/chat.ts";

interface VendorStream {
  /** Where it is published. */
  readonly source: string;
  readonly events: readonly unknown[];
  readonly reasoning?: string;
  readonly text?: string;
  readonly call?: string;
  /** Input without what the cache gave, from the cache, output, of it thoughts. */
  readonly usage: readonly [input: number, cached: number, output: number, thoughts: number];
}

const base = { id: "x", object: "chat.completion.chunk", created: 1, model: "m" };
const say = (delta: object, finish_reason: string | null = null, more: object = {}): object => ({
  ...base,
  choices: [{ index: 0, delta, finish_reason, logprobs: null }],
  ...more,
});
const counted = (usage: object, choices: readonly unknown[] = []): object => ({ ...base, choices, usage });
const plain = { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25 };
const call = (more: object = {}): object => ({
  id: "call_1",
  type: "function",
  function: { name: "terminal", arguments: '{"command":"ls"}' },
  ...more,
});

const streams: Readonly<Record<string, VendorStream>> = {
  openrouter: {
    source: "https://openrouter.ai/docs/api-reference/streaming",
    events: [
      say({
        role: "assistant",
        content: "",
        reasoning: "Hm",
        reasoning_details: [{ type: "reasoning.text", text: "Hm", format: "unknown", index: 0 }],
      }),
      say({ role: "assistant", content: "Hi", reasoning: null, reasoning_details: [] }),
      say({ role: "assistant", content: "" }, "stop", { native_finish_reason: "stop", provider: "Groq" }),
      counted({
        ...plain,
        cost: 0.0002,
        prompt_tokens_details: { cached_tokens: 4 },
        completion_tokens_details: { reasoning_tokens: 2 },
      }),
    ],
    ...{ reasoning: "Hm", text: "Hi", usage: [16, 4, 5, 2] },
  },
  openai: {
    source: "https://platform.openai.com/docs/api-reference/chat-streaming",
    events: [
      say({ role: "assistant", content: "", refusal: null }, null, { usage: null, obfuscation: "aB3" }),
      say({ content: "Hi" }, null, { usage: null, obfuscation: "x" }),
      say({}, "stop", { usage: null }),
      counted({
        ...plain,
        prompt_tokens_details: { cached_tokens: 4, audio_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 2 },
      }),
    ],
    ...{ text: "Hi", usage: [16, 4, 5, 2] },
  },
  xai: {
    source: "https://docs.x.ai/docs/guides/function-calling",
    events: [
      say({ role: "assistant", reasoning_content: "Hm" }),
      say({ content: "", tool_calls: [call({ index: 0 })] }),
      say({ content: "" }, "tool_calls"),
      counted({
        ...plain,
        prompt_tokens_details: { text_tokens: 20, cached_tokens: 4 },
        completion_tokens_details: { reasoning_tokens: 2 },
        num_sources_used: 0,
      }),
    ],
    ...{ reasoning: "Hm", call: '{"command":"ls"}', usage: [16, 4, 5, 2] },
  },
  deepseek: {
    source: "https://api-docs.deepseek.com/guides/reasoning_model",
    events: [
      say({ role: "assistant", content: null, reasoning_content: "Hm" }),
      say({ content: "Hi", reasoning_content: null }),
      say({ content: "", reasoning_content: null }, "stop", {
        usage: {
          ...plain,
          prompt_cache_hit_tokens: 4,
          prompt_cache_miss_tokens: 16,
          completion_tokens_details: { reasoning_tokens: 2 },
        },
      }),
    ],
    ...{ reasoning: "Hm", text: "Hi", usage: [16, 4, 5, 2] },
  },
  mistral: {
    source: "https://docs.mistral.ai/capabilities/reasoning/",
    events: [
      say({ role: "assistant", content: [{ type: "thinking", thinking: [{ type: "text", text: "Hm" }] }] }),
      say({ content: [{ type: "text", text: "Hi" }] }),
      say(
        {
          content: "",
          tool_calls: [
            { id: "a1B2c3D4e", function: { name: "terminal", arguments: '{"command":"ls"}' }, index: 0 },
          ],
        },
        "tool_calls",
        { usage: plain },
      ),
    ],
    ...{ reasoning: "Hm", text: "Hi", call: '{"command":"ls"}', usage: [20, 0, 5, 0] },
  },
  nous: {
    source: "https://portal.nousresearch.com/models (Hermes 4 thinks between tags)",
    events: [
      say({ role: "assistant", content: "<think>\nHm" }),
      say({ content: "\n</think>\n\nHi" }),
      say({}, "stop"),
      counted(plain),
    ],
    ...{ reasoning: "Hm", text: "Hi", usage: [20, 0, 5, 0] },
  },
  groq: {
    source: "https://console.groq.com/docs/reasoning",
    events: [
      say({ role: "assistant", content: "" }, null, { x_groq: { id: "req_1" } }),
      say({ reasoning: "Hm", channel: "analysis" }),
      say({ content: "Hi" }),
      say({}, "stop", {
        x_groq: {
          id: "req_1",
          usage: { ...plain, queue_time: 0.1, completion_tokens_details: { reasoning_tokens: 2 } },
        },
      }),
    ],
    ...{ reasoning: "Hm", text: "Hi", usage: [20, 0, 5, 2] },
  },
  cerebras: {
    source: "https://inference-docs.cerebras.ai/capabilities/reasoning",
    events: [
      say({ role: "assistant" }),
      say({ reasoning: "Hm" }),
      say({ content: "Hi" }),
      say({}, "stop", {
        usage: { ...plain, prompt_tokens_details: { cached_tokens: 4 } },
        time_info: { total_time: 0.1 },
      }),
    ],
    ...{ reasoning: "Hm", text: "Hi", usage: [16, 4, 5, 0] },
  },
  moonshot: {
    source: "https://platform.moonshot.ai/docs/guide/utilize-the-streaming-output-feature-of-kimi-api",
    events: [
      say({ role: "assistant", content: "" }),
      say({ reasoning_content: "Hm" }),
      say({ content: "Hi" }),
      {
        ...base,
        choices: [{ index: 0, delta: {}, finish_reason: "stop", usage: { ...plain, cached_tokens: 4 } }],
      },
    ],
    ...{ reasoning: "Hm", text: "Hi", usage: [16, 4, 5, 0] },
  },
  zai: {
    source: "https://docs.z.ai/guides/capabilities/streaming",
    events: [
      say({ role: "assistant", reasoning_content: "Hm" }),
      say({ role: "assistant", content: "Hi" }),
      say({ role: "assistant", tool_calls: [call({ index: 0 })] }),
      say({ role: "assistant", content: "" }, "tool_calls", {
        usage: { ...plain, prompt_tokens_details: { cached_tokens: 4 } },
      }),
    ],
    ...{ reasoning: "Hm", text: "Hi", call: '{"command":"ls"}', usage: [16, 4, 5, 0] },
  },
  alibaba: {
    source: "https://www.alibabacloud.com/help/en/model-studio/deep-thinking",
    events: [
      say({ role: "assistant", content: null, reasoning_content: "" }),
      say({ content: null, reasoning_content: "Hm" }),
      say({ content: "Hi", reasoning_content: null }),
      say({ content: "", reasoning_content: null }, "stop"),
      counted({
        ...plain,
        prompt_tokens_details: { cached_tokens: 4 },
        completion_tokens_details: { reasoning_tokens: 2 },
      }),
    ],
    ...{ reasoning: "Hm", text: "Hi", usage: [16, 4, 5, 2] },
  },
  together: {
    source: "https://docs.together.ai/docs/chat-overview",
    events: [
      {
        ...base,
        choices: [
          {
            index: 0,
            text: "Hi",
            logprobs: null,
            finish_reason: null,
            seed: null,
            delta: { token_id: 13347, role: "assistant", content: "Hi", tool_calls: null },
          },
        ],
        usage: null,
      },
      {
        ...base,
        choices: [
          {
            index: 0,
            text: "",
            finish_reason: "eos",
            seed: 7,
            delta: { token_id: 2, role: "assistant", content: "", tool_calls: null },
          },
        ],
        usage: plain,
      },
    ],
    ...{ text: "Hi", usage: [20, 0, 5, 0] },
  },
  fireworks: {
    source: "https://docs.fireworks.ai/guides/reasoning",
    events: [
      say({ role: "assistant" }),
      say({ reasoning_content: "Hm" }),
      say({ content: "Hi" }, "stop", { usage: { ...plain, prompt_tokens_details: { cached_tokens: 4 } } }),
    ],
    ...{ reasoning: "Hm", text: "Hi", usage: [16, 4, 5, 0] },
  },
  huggingface: {
    source: "https://huggingface.co/docs/inference-providers/tasks/chat-completion",
    events: [
      say({ role: "assistant", content: "Hi", tool_call_id: null, tool_calls: null }, null, {
        system_fingerprint: "3.2.1",
        usage: null,
      }),
      say({ role: "assistant", content: "" }, "stop", { usage: null }),
      counted(plain),
    ],
    ...{ text: "Hi", usage: [20, 0, 5, 0] },
  },
  nvidia: {
    source: "https://docs.api.nvidia.com/nim/reference/llm-apis",
    events: [
      say({ role: "assistant", content: null, reasoning_content: "Hm" }),
      say({ role: "assistant", content: "Hi", reasoning_content: null }, null, { usage: null }),
      {
        ...base,
        choices: [{ index: 0, delta: { role: null, content: "" }, finish_reason: "stop", stop_reason: null }],
      },
      counted(plain),
    ],
    ...{ reasoning: "Hm", text: "Hi", usage: [20, 0, 5, 0] },
  },
  lmstudio: {
    source: "https://lmstudio.ai/docs/developer/openai-compat/tools",
    events: [
      say({ role: "assistant", reasoning: "Hm" }),
      say({
        role: "assistant",
        tool_calls: [
          { index: 0, id: "365174485", type: "function", function: { name: "terminal", arguments: "" } },
        ],
      }),
      say({ tool_calls: [{ index: 0, function: { arguments: '{"command"' } }] }),
      say({ tool_calls: [{ index: 0, function: { arguments: ':"ls"}' } }] }),
      say({}, "tool_calls", { system_fingerprint: "m" }),
      counted(plain),
    ],
    ...{ reasoning: "Hm", call: '{"command":"ls"}', usage: [20, 0, 5, 0] },
  },
  llamacpp: {
    source: "https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md",
    events: [
      say({ role: "assistant", content: null }),
      say({ reasoning_content: "Hm" }),
      say({ content: "Hi" }),
      say({}, "stop"),
      {
        ...counted({ ...plain, prompt_tokens_details: { cached_tokens: 4 } }),
        timings: { prompt_n: 16, predicted_n: 5, cache_n: 4 },
      },
    ],
    ...{ reasoning: "Hm", text: "Hi", usage: [16, 4, 5, 0] },
  },
  vllm: {
    source: "https://docs.vllm.ai/en/latest/features/reasoning_outputs/",
    events: [
      say({ role: "assistant", content: "", reasoning: null }, null, { prompt_token_ids: null }),
      say({ reasoning: "Hm" }),
      say({
        tool_calls: [{ id: "chatcmpl-tool-1", type: "function", index: 0, function: { name: "terminal" } }],
      }),
      say({ tool_calls: [{ index: 0, function: { arguments: '{"command":"ls"}' } }] }),
      say({ content: "" }, "tool_calls", { stop_reason: null }),
      counted({ ...plain, prompt_tokens_details: null }),
    ],
    ...{ reasoning: "Hm", call: '{"command":"ls"}', usage: [20, 0, 5, 0] },
  },
};

test.each(Object.entries(streams))(
  "a stream of %s gives thoughts, text, calls and counts",
  async (_id, stream) => {
    const { events, reasoning = "", text = "", call: wanted, usage } = stream;

    const got = await answered({ raw: `: a comment\n\n${sse(...events, "[DONE]")}` });

    const said = (type: "text-delta" | "reasoning-delta"): string =>
      got.flatMap((event) => (event.type === type && "text" in event ? [event.text] : [])).join("");
    expect(said("reasoning-delta").trim()).toBe(reasoning);
    expect(said("text-delta").trim()).toBe(text);
    // Every answer ends with it.
    const finish = got.at(-1) as ModelFinish;
    const { inputTokens, cacheReadTokens, outputTokens, reasoningTokens } = finish.usage;
    expect([inputTokens, cacheReadTokens, outputTokens, reasoningTokens]).toEqual(usage);
    expect(finish.finishReason).toBe(wanted === undefined ? "stop" : "tool-calls");
    const calls = finish.message.content.filter((part) => part.type === "tool-call");
    expect(calls.map(({ arguments: args }) => args)).toEqual(wanted === undefined ? [] : [wanted]);
  },
);

test("every provider of Chat Completions has a stream here", () => {
  const rows = providers.filter(
    ({ id, protocol }) => protocol === "chat" && id !== "local" && id !== "custom",
  );

  expect(Object.keys(streams).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
});
