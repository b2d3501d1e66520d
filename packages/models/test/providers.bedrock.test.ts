import { describe, expect, test } from "vitest";
import { bedrock } from "../src/index.ts";
import type { BedrockOptions, Message, ModelEvent, ModelFinish, ModelRequest } from "../src/index.ts";
import { type RecordedRequest, startScriptedServer } from "../src/testing/index.ts";
import { eventFrame } from "../src/testing/wire-converse.ts";
import { collect, never } from "./support/models.ts";

const model = "us.anthropic.claude-sonnet-4-5-20250929-v1:0";
const user = (text: string): Message => ({ role: "user", content: [{ type: "text", text }] });
const request: ModelRequest = {
  system: "s",
  tools: [{ name: "terminal", description: "Run.", parameters: { type: "object", properties: {} } }],
  messages: [user("hi")],
};
const credentials = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
};

const event = (type: string, body: object): Uint8Array =>
  eventFrame({ ":event-type": type, ":message-type": "event" }, JSON.stringify(body));
const delta = (contentBlockIndex: number, fields: object): Uint8Array =>
  event("contentBlockDelta", { contentBlockIndex, delta: fields });
const end = (stopReason: string): Uint8Array =>
  Buffer.concat([
    event("messageStop", { stopReason }),
    event("metadata", {
      usage: {
        inputTokens: 5,
        outputTokens: 7,
        totalTokens: 12,
        cacheReadInputTokens: 90,
        cacheWriteInputTokens: 9,
      },
      metrics: { latencyMs: 1 },
    }),
  ]);

// The events as the reference of ConverseStream lists them.
const published = Buffer.concat([
  event("messageStart", { role: "assistant" }),
  delta(0, { reasoningContent: { text: "hm " } }),
  delta(0, { reasoningContent: { text: "hm" } }),
  delta(0, { reasoningContent: { signature: "sig" } }),
  event("contentBlockStop", { contentBlockIndex: 0 }),
  delta(1, { reasoningContent: { redactedContent: "aGlk" } }),
  delta(2, { text: "Let me " }),
  delta(2, { text: "see ü🙂" }),
  event("contentBlockStart", {
    contentBlockIndex: 3,
    start: { toolUse: { toolUseId: "t1", name: "terminal" } },
  }),
  delta(3, { toolUse: { input: '{"comm' } }),
  delta(3, { toolUse: { input: 'and":"ls"}' } }),
  event("contentBlockStart", {
    contentBlockIndex: 4,
    start: { toolUse: { toolUseId: "t2", name: "terminal" } },
  }),
  delta(4, { toolUse: { input: "" } }),
  end("tool_use"),
]);

async function answered(raw: Uint8Array | string, bytesPerWrite?: number): Promise<ModelEvent[]> {
  await using server = await startScriptedServer({ script: () => ({ raw, bytesPerWrite }) });
  const retry = { retries: 0, streamRetries: 0 };
  const asked = bedrock({ model, apiKey: "k", baseUrl: server.url, retry });
  return await collect(asked.stream(request, { signal: never }));
}

async function finishOf(raw: Uint8Array | string): Promise<ModelFinish> {
  const finish = (await answered(raw)).at(-1);
  if (finish?.type !== "finish") throw new Error("There is no finish.");
  return finish;
}

async function sent(
  asked: Partial<ModelRequest>,
  options: Partial<BedrockOptions> = {},
): Promise<{ readonly request: RecordedRequest; readonly url: string }> {
  await using server = await startScriptedServer({ script: () => ({ text: "ok" }) });
  const asking = bedrock({ model, baseUrl: server.url, credentials, ...options });
  await collect(asking.stream({ ...request, ...asked }, { signal: never }));
  const [recorded] = server.requests;
  if (recorded === undefined) throw new Error("Nothing was sent.");
  return { request: recorded, url: server.url };
}

describe("an answer of Bedrock", () => {
  test.each([
    ["at once", undefined],
    ["byte by byte", 1],
    ["in pieces that cut every frame", 37],
  ])("that comes %s has signed and hidden thoughts, text, calls and counts", async (_, bytesPerWrite) => {
    const events = await answered(published, bytesPerWrite);

    expect(events.at(-1)).toMatchObject({
      finishReason: "tool-calls",
      usage: { inputTokens: 5, outputTokens: 7, cacheReadTokens: 90, cacheWriteTokens: 9 },
      message: {
        content: [
          { type: "reasoning", text: "hm hm", signature: "sig" },
          { type: "provider", item: { data: "aGlk" } },
          { type: "text", text: "Let me see ü🙂" },
          { id: "t1", arguments: '{"command":"ls"}' },
          { id: "t2", arguments: "" },
        ],
      },
    });
  });

  test("that is not streamed is the answer", async () => {
    const content = [
      { reasoningContent: { reasoningText: { text: "hm", signature: "s" } } },
      { text: "Hi" },
      { toolUse: { toolUseId: "t", name: "terminal", input: { a: 1 } } },
    ];
    const whole = { output: { message: { role: "assistant", content } }, stopReason: "tool_use", usage: {} };

    expect((await finishOf(JSON.stringify(whole, null, 2))).message.content).toMatchObject([
      { signature: "s" },
      { text: "Hi" },
      { arguments: '{"a":1}' },
    ]);
  });

  test.each([
    ["end_turn", "stop"],
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["guardrail_intervened", "content-filter"],
    ["content_filtered", "content-filter"],
  ])("stop reason %s is %s", async (said, meant) => {
    expect((await finishOf(Buffer.concat([delta(0, { text: "a" }), end(said)]))).finishReason).toBe(meant);
  });

  test.each([
    ["throttlingException", "rate-limit", true],
    ["modelStreamErrorException", "server", true],
    ["internalServerException", "server", true],
    ["serviceUnavailableException", "overloaded", true],
    ["modelTimeoutException", "timeout", true],
    ["validationException", "bad-request", false],
  ])("%s inside the stream is thrown as %s", async (type, kind, retryable) => {
    const headers = { ":exception-type": type, ":message-type": "exception" };
    const failure = eventFrame(headers, JSON.stringify({ message: "It is so." }));
    const reading = answered(Buffer.concat([delta(0, { text: "a" }), failure]));

    await expect(reading).rejects.toMatchObject({ kind, retryable });
  });

  test("a frame whose checksum is wrong ends the answer, and may be told again", async () => {
    const damaged = Buffer.from(published);
    damaged[60] = (damaged[60] ?? 0) ^ 1;

    await expect(answered(damaged)).rejects.toMatchObject({ retryable: true });
  });

  test("cut off within a frame or before its end, it is a broken one", async () => {
    await expect(answered(published.subarray(0, 100))).rejects.toMatchObject({ retryable: true });
    await expect(answered(delta(0, { text: "a" }))).rejects.toMatchObject({ retryable: true });
  });

  test.each([
    [403, "ExpiredTokenException", "The security token is expired", "auth"],
    [403, "AccessDeniedException", "You don't have access to the model", "auth"],
    [429, "ThrottlingException", "Too many requests", "rate-limit"],
    [424, "ModelErrorException", "The model failed", "server"],
    [400, "ValidationException", "The provided model identifier is invalid.", "model-not-found"],
    [400, "ValidationException", "Input is too long for requested model.", "context-overflow"],
    [
      400,
      "ValidationException",
      "on-demand throughput isn’t supported. Use an inference profile",
      "bad-request",
    ],
  ])("%s with %s (%s) is %s", async (status, type, message, kind) => {
    const headers = { "x-amzn-errortype": `${type}:http://internal.amazon.com/coral/` };
    await using server = await startScriptedServer({
      script: () => ({ status, headers, body: { message } }),
    });
    const asked = bedrock({ model, apiKey: "k", baseUrl: server.url, retry: { retries: 0 } });

    await expect(collect(asked.stream(request, { signal: never }))).rejects.toMatchObject({ kind, status });
  });
});

describe("a request to Bedrock", () => {
  test("is signed for its path, its body and its region, and carries no secret", async () => {
    const { request: recorded, url } = await sent(
      {},
      { region: "eu-west-1", credentials: { ...credentials, sessionToken: "tok" } },
    );
    const { authorization = "", "x-amz-date": datetime } = recorded.headers;

    // Worked out anew by Amazon's own signer, from what came in.
    const { AwsV4Signer } = await import("aws4fetch");
    const again = await new AwsV4Signer({
      method: "POST",
      url: `${url}/model/${encodeURIComponent(model)}/converse-stream`,
      body: Buffer.from(recorded.raw),
      ...credentials,
      sessionToken: "tok",
      service: "bedrock",
      region: "eu-west-1",
      datetime: String(datetime),
    }).sign();
    expect(authorization).toBe(again.headers.get("authorization"));
    expect(authorization).toContain("/eu-west-1/bedrock/aws4_request");
    expect(recorded.headers["x-amz-security-token"]).toBe("tok");
    expect(recorded.path).toBe(`/model/${encodeURIComponent(model)}/converse-stream`);
    expect(JSON.stringify(recorded.headers)).not.toContain(credentials.secretAccessKey);
  });

  test("carries an API key as it is, and no signature", async () => {
    const { headers } = (await sent({}, { apiKey: "bedrock-key" })).request;

    expect(headers["authorization"]).toBe("Bearer bedrock-key");
    expect(headers).not.toHaveProperty("x-amz-date");
  });

  test("marks the cache behind the system prompt and at the end, for models that take marks", async () => {
    const cachePoint = { type: "default" };
    const messages: Message[] = [
      user("a"),
      { role: "assistant", content: [{ type: "text", text: "b" }] },
      user("c"),
    ];

    expect((await sent({ messages })).request.body).toMatchObject({
      system: [{ text: "s" }, { cachePoint }],
      messages: [
        { content: [{ text: "a" }] },
        { content: [{ text: "b" }] },
        { content: [{ text: "c" }, { cachePoint }] },
      ],
    });
    for (const plain of ["meta.llama3-3-70b-instruct-v1:0", "anthropic.claude-3-5-sonnet-20240620-v1:0"])
      expect(JSON.stringify((await sent({}, { model: plain })).request.body)).not.toContain("cachePoint");
  });

  test("puts calls, results and images where Converse wants them", async () => {
    const image = { type: "image", mediaType: "image/jpeg", data: "AAAA" } as const;
    const messages: Message[] = [
      user("q"),
      {
        role: "assistant",
        content: [{ type: "tool-call", id: "a", name: "terminal", arguments: '{"command":"ls"}' }],
      },
      { role: "tool", callId: "a", name: "terminal", content: "out", isError: true, images: [image] },
    ];

    expect((await sent({ messages }, { model: "meta.llama3" })).request.body["messages"]).toEqual([
      { role: "user", content: [{ text: "q" }] },
      {
        role: "assistant",
        content: [{ toolUse: { toolUseId: "a", name: "terminal", input: { command: "ls" } } }],
      },
      {
        role: "user",
        content: [
          {
            toolResult: {
              toolUseId: "a",
              content: [{ text: "out" }, { image: { format: "jpeg", source: { bytes: "AAAA" } } }],
              status: "error",
            },
          },
        ],
      },
    ]);
  });

  test("makes Claude think as Anthropic's own protocol does, with room for the answer", async () => {
    const { body } = (await sent({ reasoningEffort: "high", maxOutputTokens: 1000 })).request;

    expect(body).toMatchObject({
      inferenceConfig: { maxTokens: 20_096 },
      additionalModelRequestFields: { thinking: { type: "enabled", budget_tokens: 16_000 } },
    });
  });

  test("names the tools of calls in the history when the request has none", async () => {
    const messages: Message[] = [
      user("q"),
      { role: "assistant", content: [{ type: "tool-call", id: "a", name: "gone", arguments: "{}" }] },
      { role: "tool", callId: "a", name: "gone", content: "x" },
    ];

    expect((await sent({ tools: [], messages })).request.body).toMatchObject({
      toolConfig: { tools: [{ toolSpec: { name: "gone" } }] },
    });
  });
});
