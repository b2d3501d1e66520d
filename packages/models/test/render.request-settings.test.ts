import { describe, expect, test } from "vitest";
import { anthropicMessages, bedrock, gemini, ollama, openaiChat, openaiResponses } from "../src/index.ts";
import type { HttpModelOptions, Model, ModelEvent, ModelRequest, Unsupported } from "../src/index.ts";
import { startScriptedServer } from "../src/testing/index.ts";
import { collect, never } from "./support/models.ts";

const weather = { name: "weather", description: "Tells.", parameters: { type: "object", properties: {} } };
const request: ModelRequest = {
  system: "s",
  tools: [weather],
  messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
};
const output = {
  name: "person",
  schema: {
    type: "object",
    properties: { name: { type: "string" } },
    required: ["name"],
    additionalProperties: false,
  },
};
const settings = { temperature: 0.5, topP: 0.9, seed: 7, stop: ["END"] };

type Make = (options: Pick<HttpModelOptions, "fetch">) => Model;
const chat =
  (model: string, baseUrl: string): Make =>
  (options) =>
    openaiChat({ model, baseUrl, apiKey: "k", ...options });
const openai = chat("gpt-4.1", "https://api.openai.com/v1");
const responses =
  (model: string): Make =>
  (options) =>
    openaiResponses({ model, apiKey: "k", ...options });
const claude =
  (model: string): Make =>
  (options) =>
    anthropicMessages({ model, apiKey: "k", ...options });
const google =
  (model: string): Make =>
  (options) =>
    gemini({ model, apiKey: "k", ...options });
const local: Make = (options) => ollama({ model: "qwen3", ...options });
const converse =
  (model: string): Make =>
  (options) =>
    bedrock({ model, apiKey: "k", ...options });

/** The body that is sent, and what is said of what is not in it. */
async function sent(
  make: Make,
  asked: Partial<ModelRequest>,
): Promise<{ body: Record<string, unknown>; said: string[] }> {
  let body: Record<string, unknown> = {};
  const model = make({
    fetch: async (_url, init) => {
      body = JSON.parse(Buffer.from(init?.body as Uint8Array).toString()); // the adapters send bytes alone
      return new Response("{}", { headers: { "content-type": "application/json" } });
    },
  });
  const events: ModelEvent[] = [];
  try {
    for await (const event of model.stream({ ...request, ...asked }, { signal: never })) events.push(event);
  } catch {
    // An empty answer is none; what was sent and said before it is all that is looked at.
  }
  const said = events.filter((event): event is Unsupported => event.type === "unsupported");
  return { body, said: said.map(({ what, sent: how }) => `${what}: ${how}`) };
}

const named = { tool: "weather" };
const none: string[] = [];

describe("a choice of tools", () => {
  test.each<[string, Make, ModelRequest["toolChoice"], object, string[]]>([
    ["Chat", openai, "none", { tool_choice: "none" }, none],
    ["Chat", openai, "required", { tool_choice: "required" }, none],
    ["Chat", openai, named, { tool_choice: { type: "function", function: { name: "weather" } } }, none],
    ["Chat", openai, { tool: "gone" }, {}, ["tool-choice: nearest"]],
    ["Moonshot", chat("kimi-k2", "https://api.moonshot.ai/v1"), "required", {}, ["tool-choice: nearest"]],
    ["Responses", responses("gpt-5.2"), "required", { tool_choice: "required" }, none],
    ["Responses", responses("gpt-5.2"), named, { tool_choice: { type: "function", name: "weather" } }, none],
    ["Messages", claude("claude-sonnet-4-5"), "none", { tool_choice: { type: "none" } }, none],
    ["Messages", claude("claude-sonnet-4-5"), "required", { tool_choice: { type: "any" } }, none],
    [
      "Messages",
      claude("claude-sonnet-4-5"),
      named,
      { tool_choice: { type: "tool", name: "weather" } },
      none,
    ],
    ["a model that always thinks", claude("claude-opus-5"), named, {}, ["tool-choice: nearest"]],
    [
      "Gemini",
      google("gemini-3-pro"),
      "required",
      { toolConfig: { functionCallingConfig: { mode: "ANY" } } },
      none,
    ],
    [
      "Gemini",
      google("gemini-3-pro"),
      named,
      { toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["weather"] } } },
      none,
    ],
    ["Ollama", local, "required", {}, ["tool-choice: nearest"]],
  ])("of %s: %#", async (_, make, toolChoice, fields, expected) => {
    const { body, said } = await sent(make, { toolChoice });

    expect(pick(body, "tool_choice", "toolConfig")).toEqual(fields);
    expect(said).toEqual(expected);
  });

  test("of Converse stands beside the tools; there is no way to forbid calls", async () => {
    const sonnet = converse("us.anthropic.claude-sonnet-4-5-20250929-v1:0");

    expect((await sent(sonnet, { toolChoice: named })).body["toolConfig"]).toMatchObject({
      toolChoice: { tool: { name: "weather" } },
    });
    expect((await sent(sonnet, { toolChoice: "none" })).said).toEqual(["tool-choice: nearest"]);
    expect((await sent(converse("meta.llama3-3-70b"), { toolChoice: "required" })).said).toEqual([
      "tool-choice: nearest",
    ]);
  });

  test("is left to Claude while it thinks", async () => {
    const { body, said } = await sent(claude("claude-sonnet-4-5"), {
      toolChoice: named,
      reasoningEffort: "high",
    });

    expect(body).toMatchObject({ thinking: { type: "enabled" } });
    expect(body).not.toHaveProperty("tool_choice");
    expect(said).toEqual(["tool-choice: nearest"]);
  });
});

describe("settings of the words", () => {
  test.each<[string, Make, object, string[]]>([
    ["Chat", openai, { temperature: 0.5, top_p: 0.9, seed: 7, stop: ["END"] }, none],
    [
      "Mistral",
      chat("mistral-large", "https://api.mistral.ai/v1"),
      { temperature: 0.5, top_p: 0.9, random_seed: 7, stop: ["END"] },
      none,
    ],
    [
      "a model of OpenAI that thinks",
      chat("o4-mini", "https://api.openai.com/v1"),
      { seed: 7 },
      ["temperature: nothing", "top-p: nothing", "stop: nothing"],
    ],
    [
      "one that does not think unless it is told to",
      responses("gpt-5.2"),
      { temperature: 0.5, top_p: 0.9 },
      ["seed: nothing", "stop: nothing"],
    ],
    [
      "Messages",
      claude("claude-sonnet-4-5"),
      { temperature: 0.5, stop_sequences: ["END"] },
      ["top-p: nothing", "seed: nothing"],
    ],
    [
      "Claude from 4.7 on",
      claude("claude-opus-4-7"),
      { stop_sequences: ["END"] },
      ["temperature: nothing", "top-p: nothing", "seed: nothing"],
    ],
    [
      "Gemini",
      google("gemini-2.0-flash"),
      { generationConfig: { temperature: 0.5, topP: 0.9, seed: 7, stopSequences: ["END"] } },
      none,
    ],
    [
      "Ollama",
      local,
      { options: { num_ctx: 65_536, temperature: 0.5, top_p: 0.9, seed: 7, stop: ["END"] } },
      none,
    ],
    [
      "Converse",
      converse("amazon.nova-pro-v1:0"),
      { inferenceConfig: { temperature: 0.5, topP: 0.9, stopSequences: ["END"] } },
      ["seed: nothing"],
    ],
  ])("for %s", async (_, make, fields, expected) => {
    const { body, said } = await sent(make, settings);

    const names =
      "temperature top_p seed random_seed stop stop_sequences generationConfig options inferenceConfig";
    expect(pick(body, ...names.split(" "))).toMatchObject(fields);
    expect(Object.keys(pick(body, ...names.split(" ")))).toEqual(Object.keys(fields));
    expect(said).toEqual(expected);
  });

  test("that are out of a provider's reach become the nearest", async () => {
    const { body, said } = await sent(claude("claude-3-5-sonnet"), { temperature: 1.5, stop: ["\n", "END"] });

    expect(body).toMatchObject({ temperature: 1, stop_sequences: ["END"] });
    expect(said).toEqual(["temperature: nearest", "stop: nearest"]);
  });
});

describe("the schema of an answer", () => {
  const { schema, name } = output;

  test.each<[string, Make, boolean | "without-tools", object, string[]]>([
    [
      "Chat",
      openai,
      true,
      { response_format: { type: "json_schema", json_schema: { name, strict: true, schema } } },
      none,
    ],
    [
      "Responses",
      responses("gpt-5.2"),
      true,
      { text: { format: { type: "json_schema", name, strict: true, schema } } },
      none,
    ],
    [
      "Messages",
      claude("claude-sonnet-4-5"),
      true,
      { output_config: { format: { type: "json_schema", schema } } },
      none,
    ],
    [
      "Gemini",
      google("gemini-3-pro"),
      true,
      { generationConfig: { responseMimeType: "application/json", responseJsonSchema: schema } },
      none,
    ],
    [
      "Converse",
      converse("anthropic.claude-haiku-4-5-20251001-v1:0"),
      true,
      {
        outputConfig: {
          textFormat: {
            type: "json_schema",
            structure: { jsonSchema: { name, schema: JSON.stringify(schema) } },
          },
        },
      },
      none,
    ],
    ["older models", chat("gpt-4-turbo", "https://api.openai.com/v1"), false, {}, ["output: nothing"]],
    ["unknown hosts", chat("m", "https://models.example.org/v1"), false, {}, ["output: nothing"]],
    ["Gemini before 3, beside tools", google("gemini-2.5-pro"), "without-tools", {}, ["output: nothing"]],
    ["Ollama, beside tools", local, "without-tools", {}, ["output: nothing"]],
  ])("for %s", async (_, make, takes, fields, expected) => {
    const { body, said } = await sent(make, { output });

    expect(make({}).takesOutputSchemas).toBe(takes);
    expect(pick(body, "response_format", "text", "output_config", "outputConfig", "format")).toEqual(
      "generationConfig" in fields ? {} : fields,
    );
    if ("generationConfig" in fields) expect(body).toMatchObject(fields);
    expect(said).toEqual(expected);
  });

  test("stands beside the effort of Claude", async () => {
    const { body } = await sent(claude("claude-opus-4-6"), { output, reasoningEffort: "low" });

    expect(body["output_config"]).toEqual({ effort: "low", format: { type: "json_schema", schema } });
  });

  test("is taken by a host of which it is said", async () => {
    const make: Make = (options) =>
      openaiChat({ model: "m", baseUrl: "http://127.0.0.1:8000/v1", outputSchemas: true, ...options });

    expect(make({}).takesOutputSchemas).toBe(true);
    expect((await sent(make, { output })).body).toHaveProperty("response_format");
  });

  test("is sent to Ollama where no tools are offered", async () => {
    expect((await sent(local, { output, tools: [] })).body["format"]).toEqual(schema);
  });

  test("answers come back in the form that was asked for, deltas without the object around them, however they are cut", async () => {
    const item = { ...schema, properties: { name: { type: "string" }, age: { type: "integer" } } };
    const people = { name: "people", schema: { type: "array", items: item } };
    const said = ' { "value" : [{"name":"}","age":null}] } \n';
    const cuts = Array.from({ length: said.length - 1 }, (_, at) => at + 1);
    await using server = await startScriptedServer({
      script: (_request, index) => ({ chunks: [said.slice(0, cuts[index]), said.slice(cuts[index])] }),
    });
    const model = openaiResponses({ model: "gpt-5.2", baseUrl: server.openaiUrl, apiKey: "k" });

    for (const _ of cuts) {
      const events = await collect(model.stream({ ...request, output: people }, { signal: never }));

      const deltas = events.map((event) => (event.type === "text-delta" ? event.text : ""));
      expect(deltas.join("").trim()).toBe('[{"name":"}","age":null}]');
      expect(events.at(-1)).toMatchObject({
        type: "finish",
        message: { content: [{ type: "text", text: '[{"name":"}"}]' }] },
      });
    }
  });

  test("an answer that is no data comes back as it was said", async () => {
    await using server = await startScriptedServer({
      script: [{ text: "I can't say." }, { text: '{"value": [' }],
    });
    const model = openaiResponses({ model: "gpt-5.2", baseUrl: server.openaiUrl, apiKey: "k" });
    const list = { name: "list", schema: { type: "array", items: { type: "string" } } };

    for (const text of ["I can't say.", '{"value": [']) {
      const events = await collect(model.stream({ ...request, output: list }, { signal: never }));

      expect(events.at(-1)).toMatchObject({ message: { content: [{ type: "text", text }] } });
    }
  });
});

test("what can't be sent is said once, also where a request is tried again", async () => {
  await using server = await startScriptedServer({
    script: [{ status: 503 }, { chunks: ["a", "b"], breakOff: "cut" }, { text: "fine" }],
  });
  const model = anthropicMessages({
    model: "claude-sonnet-4-5",
    baseUrl: server.url,
    apiKey: "k",
    retry: { sleep: async () => {} },
  });

  const events = await collect(model.stream({ ...request, seed: 1 }, { signal: never }));

  const types = events.map(({ type }) => type).filter((type) => type !== "text-delta");
  expect(types).toEqual(["retry", "unsupported", "restart", "retry", "finish"]);
});

test("an answer that breaks off behind nothing but that takes nothing back", async () => {
  await using server = await startScriptedServer({
    script: [{ chunks: [], breakOff: "cut" }, { text: "fine" }],
  });
  const model = anthropicMessages({
    model: "claude-sonnet-4-5",
    baseUrl: server.url,
    apiKey: "k",
    retry: { sleep: async () => {} },
  });

  const events = await collect(model.stream({ ...request, seed: 1 }, { signal: never }));

  const types = events.map(({ type }) => type).filter((type) => type !== "text-delta");
  expect(types).toEqual(["unsupported", "retry", "finish"]);
});

function pick(body: Record<string, unknown>, ...names: readonly string[]): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
}
