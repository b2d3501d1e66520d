import { describe, expect, test } from "vitest";
import { gemini } from "../src/index.ts";
import type { GeminiOptions, Message, ModelEvent, ModelFinish, ModelRequest } from "../src/index.ts";
import { startScriptedServer } from "../src/testing/index.ts";
import { collect, never } from "./support/models.ts";

const model = "gemini-3-pro-preview";
const origin = `gemini:generativelanguage.googleapis.com:${model}`;
const user = (text: string): Message => ({ role: "user", content: [{ type: "text", text }] });
const request: ModelRequest = {
  system: "s",
  tools: [{ name: "terminal", description: "Run.", parameters: { type: "object", properties: {} } }],
  messages: [user("hi")],
};

const chunk = (parts: readonly object[], more: object = {}): object => ({
  candidates: [{ content: { role: "model", parts }, index: 0, ...more }],
});
const sse = (...chunks: readonly object[]): string =>
  chunks.map((each) => `data: ${JSON.stringify(each)}\r\n\r\n`).join("");

async function answered(raw: string): Promise<ModelEvent[]> {
  await using server = await startScriptedServer({ script: () => ({ raw }) });
  const asked = gemini({
    model,
    baseUrl: `${server.url}/v1beta`,
    retry: { retries: 0, streamRetries: 0 },
  });
  return await collect(asked.stream(request, { signal: never }));
}

async function finishOf(raw: string): Promise<ModelFinish> {
  const finish = (await answered(raw)).at(-1);
  if (finish?.type !== "finish") throw new Error("There is no finish.");
  return finish;
}

interface Sent {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: Readonly<Record<string, unknown>>;
}

async function sent(asked: Partial<ModelRequest>, options: Partial<GeminiOptions> = {}): Promise<Sent> {
  let caught: Sent | undefined;
  const asking = gemini({
    model,
    apiKey: "k",
    ...options,
    fetch: async (url, init) => {
      const body = JSON.parse(Buffer.from(init?.body as Uint8Array).toString()); // the adapters send bytes alone
      caught = { url, headers: { ...(init?.headers as Record<string, string>) }, body }; // and plain headers
      return new Response(sse(chunk([{ text: "ok" }], { finishReason: "STOP" })));
    },
  });
  await collect(asking.stream({ ...request, ...asked }, { signal: never }));
  if (caught === undefined) throw new Error("Nothing was sent.");
  return caught;
}

// As Google's page on thought signatures shows a streamed answer, with a call of each kind behind it.
const published = [
  chunk([{ text: "**Weighing it**\n", thought: true }]),
  chunk([{ text: "I'll " }]),
  chunk([{ text: "look." }]),
  chunk([{ functionCall: { name: "terminal", args: { command: "ls" } }, thoughtSignature: "sigA" }]),
  chunk([{ functionCall: { name: "terminal", args: { command: "pwd" }, id: "fc_2" } }]),
  {
    ...chunk([{ text: "" }], { finishReason: "STOP" }),
    usageMetadata: {
      promptTokenCount: 100,
      cachedContentTokenCount: 60,
      candidatesTokenCount: 20,
      thoughtsTokenCount: 30,
      totalTokenCount: 150,
    },
    modelVersion: "gemini-3-pro-001",
  },
];

describe("an answer of Gemini", () => {
  test("keeps thoughts, text and parallel calls in their order, with signatures and counts", async () => {
    const finish = await finishOf(sse(...published));

    expect(finish).toMatchObject({
      finishReason: "tool-calls",
      model: "gemini-3-pro-001",
      usage: { inputTokens: 40, cacheReadTokens: 60, outputTokens: 50, reasoningTokens: 30 },
    });
    expect(finish.message.content).toMatchObject([
      { type: "reasoning", text: "**Weighing it**\n" },
      { type: "text", text: "I'll look." },
      { arguments: '{"command":"ls"}', providerFields: { fields: { thoughtSignature: "sigA" } } },
      { id: "fc_2", arguments: '{"command":"pwd"}' },
    ]);
  });

  test("calls without ids get ids that no other call of the session has", async () => {
    const ids = [];
    for (let round = 0; round < 2; round++) {
      const { message } = await finishOf(sse(...published));
      for (const part of message.content)
        if (part.type === "tool-call" && part.id !== "fc_2") ids.push(part.id);
    }

    expect(new Set(ids).size).toBe(2);
  });

  test.each([
    ["one list of chunks", JSON.stringify(published, null, 2)],
    [
      "one document",
      JSON.stringify({ ...published[5], ...chunk(published.flatMap(partsOf), { finishReason: "STOP" }) }),
    ],
  ])("is the same when it is %s", async (_, raw) => {
    expect(await finishOf(raw)).toMatchObject({
      finishReason: "tool-calls",
      usage: { outputTokens: 50 },
      message: { content: [{ type: "reasoning" }, { text: "I'll look." }, {}, { id: "fc_2" }] },
    });
  });

  test.each([
    ["STOP", "stop"],
    ["A_NEW_REASON", "stop"],
    ["MAX_TOKENS", "length"],
    ["SAFETY", "content-filter"],
    ["RECITATION", "content-filter"],
    ["PROHIBITED_CONTENT", "content-filter"],
  ])("that ends with %s ends as %s", async (said, meant) => {
    expect((await finishOf(sse(chunk([{ text: "a" }], { finishReason: said })))).finishReason).toBe(meant);
  });

  test.each(["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "OTHER"])(
    "that ends with %s has failed, and is worth another try",
    async (said) => {
      const reading = answered(sse(chunk([], { finishReason: said, finishMessage: "call: print(" })));

      await expect(reading).rejects.toMatchObject({
        kind: "server",
        retryable: true,
        message: expect.stringContaining(said),
      });
    },
  );

  test("a prompt that is blocked is refused in its own words, and not asked again", async () => {
    const reading = answered(sse({ promptFeedback: { blockReason: "PROHIBITED_CONTENT" } }));

    await expect(reading).rejects.toMatchObject({
      kind: "content-policy",
      retryable: false,
      message: expect.stringContaining("PROHIBITED_CONTENT"),
    });
  });

  test("an error inside the stream is thrown with its kind", async () => {
    const error = { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" };

    await expect(answered(sse(chunk([{ text: "a" }]), { error }))).rejects.toMatchObject({
      kind: "overloaded",
    });
  });

  test("without a reason to end it was cut off", async () => {
    await expect(answered(sse(chunk([{ text: "a" }])))).rejects.toMatchObject({ retryable: true });
  });

  test("says in the body of a failure how long to wait", async () => {
    const details = [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "23.5s" }];
    const body = [{ error: { code: 429, message: "Quota exceeded", status: "RESOURCE_EXHAUSTED", details } }];
    await using server = await startScriptedServer({ script: () => ({ status: 429, body }) });

    const reading = collect(
      gemini({ model, baseUrl: server.url, retry: { retries: 0 } }).stream(request, { signal: never }),
    );

    await expect(reading).rejects.toMatchObject({ kind: "rate-limit", retryAfterMs: 23_500 });
  });
});

function partsOf(each: object): object[] {
  // our own answer
  return (each as { candidates: { content: { parts: object[] } }[] }).candidates[0]?.content.parts ?? [];
}

describe("a request to Gemini", () => {
  test("goes to the address of the model with the key in a header", async () => {
    const { url, headers } = await sent({});

    expect(url).toBe(
      `https://generativelanguage.googleapis.com/v1beta/models/${model}:streamGenerateContent?alt=sse`,
    );
    expect(headers["x-goog-api-key"]).toBe("k");
  });

  test("brings signatures back where they came from, and stands in for those of other models", async () => {
    const { message } = await finishOf(sse(...published, chunk([{ text: "", thoughtSignature: "sigT" }])));
    const own = JSON.parse(JSON.stringify(message).replace(/gemini:127[^"]*/g, origin)) as Message; // as it was
    const foreign: Message = {
      role: "assistant",
      content: [{ type: "tool-call", id: "x", name: "terminal", arguments: "{}" }],
    };
    const result = (callId: string): Message => ({
      role: "tool",
      callId,
      name: "terminal",
      content: '{"ok":1}',
    });
    const ids = message.content.flatMap((part) => (part.type === "tool-call" ? [part.id] : []));

    const { body } = await sent({ messages: [user("a"), own, ...ids.map(result), foreign, result("x")] });

    expect(body["contents"]).toEqual([
      { role: "user", parts: [{ text: "a" }] },
      {
        role: "model",
        parts: [
          { text: "I'll look." },
          { functionCall: { name: "terminal", args: { command: "ls" } }, thoughtSignature: "sigA" },
          { functionCall: { id: "fc_2", name: "terminal", args: { command: "pwd" } } },
          { text: "", thoughtSignature: "sigT" },
        ],
      },
      {
        role: "user",
        parts: [
          { functionResponse: { name: "terminal", response: { output: '{"ok":1}' } } },
          { functionResponse: { id: "fc_2", name: "terminal", response: { output: '{"ok":1}' } } },
        ],
      },
      {
        role: "model",
        parts: [
          {
            functionCall: { name: "terminal", args: {} },
            thoughtSignature: "skip_thought_signature_validator",
          },
        ],
      },
      {
        role: "user",
        parts: [{ functionResponse: { name: "terminal", response: { output: '{"ok":1}' } } }],
      },
    ]);
  });

  test("puts images behind all responses of a step, and failures under error", async () => {
    const calls = ["a", "b"].map(
      (id) => ({ type: "tool-call", id, name: "terminal", arguments: "{}" }) as const,
    );
    const image = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
    const results: Message[] = [
      { role: "tool", callId: "a", name: "terminal", content: "x", images: [image], notes: ["n"] },
      { role: "tool", callId: "b", name: "terminal", content: "y", isError: true },
    ];

    const { body } = await sent({ messages: [user("q"), { role: "assistant", content: calls }, ...results] });

    expect(Reflect.get(Object(body["contents"]), 2).parts).toEqual([
      { functionResponse: { name: "terminal", response: { output: "x", notes: ["n"] } } },
      { functionResponse: { name: "terminal", response: { error: "y" } } },
      { text: "Images from the result of terminal (a):" },
      { inlineData: { mimeType: "image/png", data: "AAAA" } },
    ]);
  });

  test.each([
    ["gemini-3-pro-preview", "medium", { thinkingLevel: "high" }],
    ["gemini-3-pro-preview", "minimal", { thinkingLevel: "low" }],
    ["gemini-3-flash-preview", "minimal", { thinkingLevel: "minimal" }],
    ["gemini-3-flash-preview", "off", { thinkingLevel: "minimal" }],
    ["gemini-3-pro-preview", "max", { thinkingLevel: "high" }],
    ["gemini-2.5-flash", "medium", { thinkingBudget: 8192 }],
    ["gemini-2.5-flash", "max", { thinkingBudget: 24_576 }],
    ["gemini-2.5-pro", "max", { thinkingBudget: 32_768 }],
    ["gemini-2.5-pro", "off", { thinkingBudget: 1024 }],
    ["gemini-flash-latest", "high", { thinkingBudget: 24_576 }],
    ["gemini-2.5-pro", undefined, {}],
  ] as const)("%s thinks with effort %s as it can", async (name, reasoningEffort, fields) => {
    const { body } = await sent({ reasoningEffort }, { model: name });

    expect(body["generationConfig"]).toEqual({ thinkingConfig: { includeThoughts: true, ...fields } });
  });

  test("a model whose thinking is off is not asked for thoughts", async () => {
    const { body } = await sent({ reasoningEffort: "off" }, { model: "gemini-2.5-flash" });

    expect(body["generationConfig"]).toEqual({ thinkingConfig: { thinkingBudget: 0 } });
  });

  test("a model that can't think is not told to", async () => {
    const { body } = await sent(
      { reasoningEffort: "high", maxOutputTokens: 99 },
      { model: "gemini-2.0-flash" },
    );

    expect(body["generationConfig"]).toEqual({ maxOutputTokens: 99 });
  });

  test("a tool whose name begins with a digit is another to Gemini, and itself to its callers", async () => {
    const named = (name: string) => ({
      name,
      description: "d",
      parameters: { type: "object", properties: {} },
    });
    const raw = sse(chunk([{ functionCall: { name: "_2fa", args: {} } }], { finishReason: "STOP" }));
    const asking = gemini({ model, fetch: async () => new Response(raw) });

    const { body } = await sent({ tools: [named("2fa")] });
    const events = await collect(asking.stream({ ...request, tools: [named("2fa")] }, { signal: never }));

    expect(body["tools"]).toEqual([{ functionDeclarations: [{ name: "_2fa", description: "d" }] }]);
    expect(events[0]).toMatchObject({ type: "tool-call-start", name: "2fa" });
  });

  test("forbids calls by its own setting, and keeps the tools", async () => {
    const { body } = await sent({ toolChoice: "none" });

    expect(body).toMatchObject({
      tools: [{ functionDeclarations: [{ name: "terminal" }] }],
      toolConfig: { functionCallingConfig: { mode: "NONE" } },
    });
  });
});
