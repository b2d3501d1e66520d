import { describe, expect, test } from "vitest";
import { chooseModel, createModel, ollama } from "../src/index.ts";
import type { Message, Model, ModelEvent, ModelRequest, OllamaOptions } from "../src/index.ts";
import { startScriptedServer } from "../src/testing/index.ts";
import { answering, startLoopback } from "./support/loopback.ts";
import { collect, never } from "./support/models.ts";

const request: ModelRequest = {
  system: "s",
  tools: [{ name: "terminal", description: "Run.", parameters: { type: "object", properties: {} } }],
  messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
};

const lines = (...documents: readonly object[]): string =>
  documents.map((document) => `${JSON.stringify(document)}\n`).join("");

async function answered(raw: string, bytesPerWrite?: number): Promise<ModelEvent[]> {
  await using server = await startScriptedServer({ script: () => ({ raw, bytesPerWrite }) });
  const asked = ollama({ model: "m", baseUrl: server.url, retry: { retries: 0, streamRetries: 0 } });
  return await collect(asked.stream(request, { signal: never }));
}

// As Ollama's pages on streaming, thinking and tools show it.
const at = { model: "qwen3", created_at: "2026-01-02T03:04:05.6Z" };
const said = (message: object): object => ({
  ...at,
  message: { role: "assistant", ...message },
  done: false,
});
const done = {
  ...at,
  message: { role: "assistant", content: "" },
  done: true,
  done_reason: "stop",
  total_duration: 5,
  prompt_eval_count: 26,
  eval_count: 83,
};
const published = [
  said({ content: "", thinking: "Hm, " }),
  said({ content: "", thinking: "ß." }),
  said({ content: "Let me " }),
  said({ content: "see 🙂" }),
  said({ content: "", tool_calls: [{ function: { name: "terminal", arguments: { command: "ls" } } }] }),
  said({ content: "", tool_calls: [{ id: "c2", function: { name: "terminal", arguments: {} } }] }),
  done,
];

describe("an answer of Ollama", () => {
  test.each([
    ["at once", undefined],
    ["byte by byte", 1],
  ])("that comes %s has thoughts, text, calls and counts", async (_, bytesPerWrite) => {
    const events = await answered(lines(...published), bytesPerWrite);

    expect(events.flatMap((event) => (event.type === "text-delta" ? [event.text] : []))).toEqual([
      "Let me ",
      "see 🙂",
    ]);
    expect(events.at(-1)).toMatchObject({
      finishReason: "tool-calls",
      model: "qwen3",
      usage: { inputTokens: 26, outputTokens: 83 },
      message: {
        content: [
          { type: "reasoning", text: "Hm, ß." },
          { type: "text", text: "Let me see 🙂" },
          { id: expect.stringMatching(/^call_[0-9a-f]{24}$/), arguments: '{"command":"ls"}' },
          { id: "c2", arguments: "{}" },
        ],
      },
    });
  });

  test.each([
    ["one line", JSON.stringify({ ...done, message: { role: "assistant", content: "Hi" } })],
    ["a document in several lines", JSON.stringify({ ...done, message: { content: "Hi" } }, null, 2)],
  ])("that is not streamed is the answer when it is %s", async (_, raw) => {
    expect((await answered(raw)).at(-1)).toMatchObject({ message: { content: [{ text: "Hi" }] } });
  });

  test("an error after the status 200 is thrown in its own words", async () => {
    const raw = lines(said({ content: "a" }), { error: "model runner has unexpectedly stopped" });

    await expect(answered(raw)).rejects.toThrow("model runner has unexpectedly stopped");
  });

  test("that hit the limit says so, and one without an end was cut off", async () => {
    const cut = lines(said({ content: "a" }));

    expect(
      (await answered(lines(said({ content: "a" }), { ...done, done_reason: "length" }))).at(-1),
    ).toMatchObject({
      finishReason: "length",
    });
    await expect(answered(cut)).rejects.toMatchObject({ retryable: true });
    await expect(answered(cut.slice(0, -5))).rejects.toMatchObject({ retryable: true });
  });

  test("a page in its place is refused as what it is", async () => {
    await expect(answered("<html><title>Sign in</title></html>")).rejects.toThrow("web page (Sign in)");
  });
});

describe("a request to Ollama", () => {
  async function bodyOf(asked: Partial<ModelRequest>, options: Partial<OllamaOptions> = {}): Promise<object> {
    await using server = await startScriptedServer({ script: () => ({ text: "ok" }) });
    const asking = ollama({ model: "m", baseUrl: `${server.url}/v1`, ...options });
    await collect(asking.stream({ ...request, ...asked }, { signal: never }));
    return server.requests[0]?.body ?? {};
  }

  test("names the window, and asks not to leave out what does not fit", async () => {
    expect(await bodyOf({ maxOutputTokens: 50 }, { contextWindow: 9000 })).toMatchObject({
      truncate: false,
      shift: false,
      options: { num_ctx: 9000, num_predict: 50 },
    });
  });

  test("sends thoughts, calls as data, results with their calls, and images beside the text", async () => {
    const image = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
    const messages: Message[] = [
      { role: "user", content: [{ type: "text", text: "q" }, image] },
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "not mine", provider: "other" },
          { type: "tool-call", id: "a", name: "terminal", arguments: '{"command":"ls"}' },
        ],
      },
      { role: "tool", callId: "a", name: "terminal", content: "out", notes: ["note"], images: [image] },
    ];

    expect(await bodyOf({ messages })).toMatchObject({
      messages: [
        { role: "system", content: "s" },
        { role: "user", content: "q", images: ["AAAA"] },
        {
          role: "assistant",
          content: "",
          tool_calls: [{ id: "a", function: { name: "terminal", arguments: { command: "ls" } } }],
        },
        { role: "tool", content: "out\n\nnote", tool_name: "terminal", tool_call_id: "a" },
        { role: "user", content: "Images from the result of terminal (a):", images: ["AAAA"] },
      ],
    });
  });

  test("offers no tools where none may be called, since nothing else forbids it", async () => {
    expect(await bodyOf({ toolChoice: "none" })).not.toHaveProperty("tools");
    expect(await bodyOf({})).toHaveProperty("tools");
  });

  test.each([
    ["qwen3", ["thinking"], "high", true],
    ["qwen3", ["thinking"], "minimal", false],
    ["qwen3", ["thinking"], "off", false],
    ["gpt-oss:20b", ["thinking"], "max", "high"],
    ["gpt-oss:20b", ["thinking"], "minimal", "low"],
    ["gpt-oss:20b", ["thinking"], "high", "high"],
    ["llama3", ["tools"], "high", undefined],
  ] as const)(
    "%s, which can %j, with effort %s is sent think: %s",
    async (model, abilities, effort, think) => {
      const body = await bodyOf({ reasoningEffort: effort }, { model, abilities });

      expect(Reflect.get(body, "think")).toBe(think);
    },
  );
});

describe("the window of a model of Ollama", () => {
  async function made(shown: unknown, contextWindow?: number): Promise<Model> {
    const server = await startLoopback((incoming, response) => {
      const isShow = incoming.url === "/api/show";
      answering(isShow && shown !== undefined ? 200 : 404, isShow ? shown : {})(incoming, response);
    });
    const choice = await chooseModel({
      flags: { provider: "ollama", baseUrl: `${server.origin}/v1`, model: "qwen3" },
      settings: { context_length: contextWindow },
      env: {},
    });
    if (!choice.ok) throw new Error(choice.reason);
    return await createModel({ ...choice, contextWindow });
  }
  const info = (length: number): object => ({
    model_info: { "general.architecture": "qwen3", "qwen3.context_length": length },
    capabilities: ["completion", "tools"],
  });

  test.each([
    ["what it was trained for", info(40_960), 40_960],
    ["no more than fits into most machines", info(262_144), 65_536],
    [
      "what its author set",
      { ...info(40_960), parameters: 'stop "<|"\nnum_ctx                        8192' },
      8192,
    ],
    ["all of it on the machines of Ollama", { ...info(262_144), remote_host: "https://ollama.com" }, 262_144],
    ["a usual one where the server does not say", undefined, 65_536],
    ["a usual one where the server says nonsense", { model_info: { "general.architecture": 1 } }, 65_536],
  ])("is %s", async (_, shown, window) => {
    expect((await made(shown)).contextWindow).toBe(window);
  });

  test("is the one of the settings before all others", async () => {
    expect((await made(info(40_960), 12_345)).contextWindow).toBe(12_345);
  });
});
