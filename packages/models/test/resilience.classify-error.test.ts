import Anthropic from "@anthropic-ai/sdk";
import fc from "fast-check";
import OpenAI from "openai";
import { expect, test } from "vitest";
import { classifyError, type ErrorFacts, ModelError, type ModelErrorKind } from "../src/index.ts";
import { answering, closedOrigin, startLoopback } from "./loopback.ts";
import { propertyRuns } from "./property-runs.ts";

const facts: ErrorFacts = { provider: "openrouter", model: "gpt-5", baseUrl: "https://openrouter.ai/api/v1" };

async function thrownBy(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error("Nothing was thrown.");
}

/** What the openai SDK throws, also while it reads the stream. */
function openaiError(origin: string, apiKey = "sk-test"): Promise<unknown> {
  const client = new OpenAI({ apiKey, baseURL: `${origin}/v1`, maxRetries: 0 });
  return thrownBy(async () => {
    const stream = await client.chat.completions.create({ model: "gpt-5", messages: [], stream: true });
    for await (const _ of stream);
  });
}

function anthropicError(origin: string): Promise<unknown> {
  const client = new Anthropic({ apiKey: "sk-ant-test", baseURL: origin, maxRetries: 0 });
  return thrownBy(async () => {
    const stream = await client.messages.create({ model: "m", max_tokens: 1, messages: [], stream: true });
    for await (const _ of stream);
  });
}

const openai = (message: string, code: string | null = null, type = "invalid_request_error"): unknown => ({
  error: { message, type, code },
});

const answers: readonly (readonly [
  name: string,
  status: number,
  body: unknown,
  kind: ModelErrorKind,
  retryable: boolean,
])[] = [
  [
    "OpenRouter: data policy",
    404,
    openai("No endpoints found matching your data policy (Free model training)"),
    "bad-request",
    false,
  ],
  ["OpenRouter: no tools", 404, openai("No endpoints found that support tool use."), "bad-request", false],
  [
    "llama.cpp without --jinja",
    500,
    openai("tools param requires --jinja flag", null, "server_error"),
    "bad-request",
    false,
  ],
  [
    "OpenAI: flagged prompt",
    400,
    openai(
      "Invalid prompt: your prompt was flagged as potentially violating our usage policy.",
      "invalid_prompt",
    ),
    "content-policy",
    false,
  ],
  [
    "OpenAI: safety system",
    400,
    openai("Your request was rejected as a result of our safety system."),
    "content-policy",
    false,
  ],
  ["402 without money", 402, openai("Insufficient credits. Add more."), "billing", false],
  ["402 that passes", 402, openai("Usage limit reached, try again in 5 minutes"), "rate-limit", true],
  [
    "OpenAI: quota",
    429,
    openai(
      "You exceeded your current quota, please check your plan and billing details.",
      "insufficient_quota",
      "insufficient_quota",
    ),
    "billing",
    false,
  ],
  ["403 for money", 403, openai("Key limit exceeded"), "billing", false],
  ["429", 429, openai("Rate limit reached for gpt-5", "rate_limit_exceeded", "tokens"), "rate-limit", true],
  ["401", 401, openai("Incorrect API key provided", "invalid_api_key"), "auth", false],
  ["403", 403, openai("Country not supported"), "auth", false],
  [
    "Gemini: 400 for a key",
    400,
    [
      {
        error: {
          code: 400,
          message: "API key not valid. Please pass a valid API key.",
          status: "INVALID_ARGUMENT",
        },
      },
    ],
    "auth",
    false,
  ],
  [
    "OpenAI: no model",
    404,
    openai("The model `gpt-9` does not exist or you do not have access to it.", "model_not_found"),
    "model-not-found",
    false,
  ],
  ["OpenRouter: no model", 400, openai("gpt-9 is not a valid model ID", null), "model-not-found", false],
  [
    "Ollama: no model",
    404,
    openai('model "gpt-9" not found, try pulling it first', null, "not_found_error"),
    "model-not-found",
    false,
  ],
  ["404 of a web server", 404, "<html>nothing here</html>", "bad-request", false],
  ["413", 413, openai("Request too large"), "payload-too-large", false],
  [
    "OpenAI: too long",
    400,
    openai(
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
      "context_length_exceeded",
    ),
    "context-overflow",
    false,
  ],
  [
    "llama.cpp: too long",
    400,
    {
      error: {
        code: 400,
        message: "the request exceeds the available context size",
        type: "exceed_context_size_error",
        n_ctx: 4096,
      },
    },
    "context-overflow",
    false,
  ],
  ["too long in Chinese", 400, openai("输入过长，超过最大长度"), "context-overflow", false],
  [
    "Gemini: too long",
    400,
    openai("The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."),
    "context-overflow",
    false,
  ],
  ["400", 400, openai("messages: must not be empty"), "bad-request", false],
  [
    "400 about what a model can't do",
    400,
    openai("This model is fine, but image inputs are not supported"),
    "bad-request",
    false,
  ],
  ["422", 422, { detail: "extra fields not permitted" }, "bad-request", false],
  ["408", 408, "", "timeout", true],
  ["504", 504, "<html>gateway timeout</html>", "timeout", true],
  ["409", 409, openai("conflict"), "server", true],
  ["500", 500, openai("The server had an error", null, "server_error"), "server", true],
  [
    "500 that is busy",
    500,
    openai("The engine is currently overloaded", null, "server_error"),
    "overloaded",
    true,
  ],
  [
    "500 that is a bad request",
    500,
    openai("tools.0: unknown field", null, "invalid_request_error"),
    "bad-request",
    false,
  ],
  ["502", 502, "<html>bad gateway</html>", "server", true],
  ["503", 503, openai("Service unavailable"), "overloaded", true],
  ["529", 529, openai("busy"), "overloaded", true],
];

test.each(answers)("through the openai SDK: %s (%i)", async (_, status, body, kind, retryable) => {
  const { origin } = await startLoopback(answering(status, body));

  expect(classifyError(await openaiError(origin), facts)).toMatchObject({ kind, status, retryable });
});

const anthropic = (type: string, message: string): unknown => ({ type: "error", error: { type, message } });

test.each([
  ["bad key", 401, anthropic("authentication_error", "invalid x-api-key"), "auth", false],
  [
    "no credit",
    400,
    anthropic("invalid_request_error", "Your credit balance is too low to access the Anthropic API."),
    "billing",
    false,
  ],
  ["no model", 404, anthropic("not_found_error", "model: claude-9"), "model-not-found", false],
  [
    "too long",
    400,
    anthropic("invalid_request_error", "prompt is too long: 250000 tokens > 200000 maximum"),
    "context-overflow",
    false,
  ],
  [
    "long context without a plan",
    429,
    anthropic("rate_limit_error", "Extra usage is required for long context requests."),
    "context-overflow",
    false,
  ],
  [
    "too large",
    413,
    anthropic("request_too_large", "Request exceeds the maximum size"),
    "payload-too-large",
    false,
  ],
  [
    "too fast",
    429,
    anthropic(
      "rate_limit_error",
      "This request would exceed your rate limit of 50,000 input tokens per minute",
    ),
    "rate-limit",
    true,
  ],
  [
    "filtered",
    400,
    anthropic("invalid_request_error", "Output blocked by content filtering policy"),
    "content-policy",
    false,
  ],
  ["overloaded", 529, anthropic("overloaded_error", "Overloaded"), "overloaded", true],
  ["broken", 500, anthropic("api_error", "Internal server error"), "server", true],
] as const)("through the Anthropic SDK: %s (%i)", async (_, status, body, kind, retryable) => {
  const { origin } = await startLoopback(answering(status, body));

  expect(classifyError(await anthropicError(origin), facts)).toMatchObject({ kind, status, retryable });
});

test.each([
  ["overloaded_error", "Overloaded", "overloaded", true],
  ["rate_limit_error", "slow down", "rate-limit", true],
  ["authentication_error", "no", "auth", false],
  ["not_found_error", "model: m", "model-not-found", false],
  ["request_too_large", "no", "payload-too-large", false],
  ["invalid_request_error", "prompt is too long", "context-overflow", false],
  ["invalid_request_error", "no", "bad-request", false],
  ["timeout_error", "no", "timeout", true],
  ["api_error", "Internal server error", "server", true],
] as const)("an Anthropic stream that breaks with %s (%s) is %s", async (type, message, kind, retryable) => {
  const event = `event: error\ndata: ${JSON.stringify(anthropic(type, message))}\n\n`;
  const { origin } = await startLoopback(answering(200, event, { "content-type": "text/event-stream" }));

  expect(classifyError(await anthropicError(origin), facts)).toMatchObject({ kind, retryable });
});

test("an error in an OpenRouter stream is judged by what the provider behind it said", async () => {
  const raw = JSON.stringify({ error: { message: "Requests per minute exceeded for you" } });
  const error = {
    error: { code: 429, message: "Provider returned error", metadata: { provider_name: "X", raw } },
  };
  const { origin } = await startLoopback(
    answering(200, `data: ${JSON.stringify(error)}\n\n`, { "content-type": "text/event-stream" }),
  );

  const failure = classifyError(await openaiError(origin), facts);

  expect(failure).toMatchObject({ kind: "rate-limit", status: 429, retryable: true });
  expect(failure.message).toBe(
    "OpenRouter limits how fast it answers (429): Requests per minute exceeded for you.",
  );
});

test("a server on this machine that does not listen is not asked again, one elsewhere is", async () => {
  const origin = await closedOrigin();
  const error = await openaiError(origin);

  const local = classifyError(error, { provider: "local", model: "m", baseUrl: `${origin}/v1` });

  expect(local).toMatchObject({
    kind: "unreachable",
    retryable: false,
    message: `Nothing answers at ${origin}.`,
  });
  expect(local.hint).toContain("Start the server");
  expect(classifyError(error, facts)).toMatchObject({ kind: "unreachable", retryable: true });
});

test("a host that does not exist is named", async () => {
  const error = Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" });

  const failure = classifyError(new TypeError("fetch failed", { cause: error }), {
    ...facts,
    baseUrl: "https://opnrouter.ai/v1",
  });

  expect(failure).toMatchObject({
    kind: "unreachable",
    retryable: false,
    message: "There is no host named opnrouter.ai.",
  });
});

test("a connection that breaks before, or in the middle of, an answer is unreachable and tried again", async () => {
  const before = await startLoopback((request) => request.socket.destroy());
  const middle = await startLoopback((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write('data: {"choices":[]}\n\n', () => response.destroy());
  });

  for (const { origin } of [before, middle]) {
    expect(classifyError(await openaiError(origin), facts)).toMatchObject({
      kind: "unreachable",
      retryable: true,
    });
  }
});

test.each([
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "unreachable", false],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "unreachable", false],
  ["ERR_INVALID_URL", "bad-request", false],
  ["UND_ERR_CONNECT_TIMEOUT", "timeout", true],
  ["ETIMEDOUT", "timeout", true],
  ["EAI_AGAIN", "unreachable", true],
  ["ENETUNREACH", "unreachable", true],
  ["ECONNRESET", "unreachable", true],
  ["UND_ERR_SOCKET", "unreachable", true],
] as const)("the network code %s is %s", (code, kind, retryable) => {
  const error = new Error("Connection error.", {
    cause: new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code }) }),
  });

  expect(classifyError(error, facts)).toMatchObject({ kind, retryable });
});

test.each([
  ["Request timed out.", "timeout"],
  ["Too many requests, please slow down", "rate-limit"],
  ["the server is busy", "overloaded"],
  ["invalid api key", "auth"],
  ["insufficient balance", "billing"],
  ["terminated", "unreachable"],
  ["prompt is too long", "context-overflow"],
  ["weird", "unknown"],
] as const)("words alone: %s is %s", (message, kind) => {
  expect(classifyError(new Error(message), facts).kind).toBe(kind);
});

test("a fault in the program is not tried again", () => {
  expect(classifyError(new TypeError("parts.map is not a function"), facts)).toMatchObject({
    kind: "unknown",
    retryable: false,
  });
});

test("a status is found five causes deep and not deeper", () => {
  const nest = (depth: number): Error =>
    depth === 0
      ? Object.assign(new Error("x"), { status: 429 })
      : new Error("outer", { cause: nest(depth - 1) });

  expect(classifyError(nest(4), facts).status).toBe(429);
  expect(classifyError(nest(5), facts).status).toBeUndefined();
});

test("an error that is classified already comes back as it is", () => {
  const error = new ModelError("m", { kind: "server", provider: "p", model: "m", retryable: true });

  expect(classifyError(error, facts)).toBe(error);
});

test("a provider's own advice on trying again wins", async () => {
  const { origin } = await startLoopback(answering(500, {}, { "x-should-retry": "false" }));

  expect(classifyError(await openaiError(origin), facts).retryable).toBe(false);
});

test("the asked-for wait is read from the answer", async () => {
  const { origin } = await startLoopback(answering(429, {}, { "retry-after": "3" }));

  expect(classifyError(await openaiError(origin), facts).retryAfterMs).toBe(3000);
  expect(classifyError(await anthropicError(origin), facts).retryAfterMs).toBe(3000);
});

test("a refused key says who refused it and which variable holds it", async () => {
  const { origin } = await startLoopback(answering(401, openai("No auth credentials found")));
  const error = await openaiError(origin);

  expect(classifyError(error, facts)).toMatchObject({
    message: "OpenRouter refused the key (401).",
    hint: "Set OPENROUTER_API_KEY to a valid key of https://openrouter.ai.",
  });
  expect(
    classifyError(error, { ...facts, provider: "openai", baseUrl: "http://127.0.0.1:9/v1" }),
  ).toMatchObject({
    message: "The server at http://127.0.0.1:9 refused the key (401).",
    hint: "Set OPENAI_API_KEY and OPENAI_BASE_URL=http://127.0.0.1:9/v1: a key is only sent to its own host.",
  });
});

test("a model that does not exist is named, and so are those near it", async () => {
  const { origin } = await startLoopback(
    answering(404, openai("The model does not exist", "model_not_found")),
  );

  const failure = classifyError(await openaiError(origin), {
    ...facts,
    model: "gpt5",
    knownModels: ["gpt-5", "claude"],
  });

  expect(failure).toMatchObject({
    message: 'OpenRouter has no model "gpt5".',
    hint: "Did you mean gpt-5?",
    code: "MODEL_MODEL_NOT_FOUND",
  });
});

const keys = [
  "sk-proj-abcDEF0123456789abcDEF0123456789",
  "sk-ant-api03-abcdefghijklmnop",
  "sk-or-v1-0123456789abcdef0123456789abcdef",
  "sk-abc*********************wxyz",
  "gsk_abcdefghijklmnopqrst",
  "xai-abcdefghijklmnop0123",
  "AIzaSyA-abcdefghijklmnopqrstuvwxyz0123",
  "0123456789abcdef0123456789abcdef",
  "Ab1Ab1Ab1Ab1Ab1Ab1Ab1Ab1Ab1Ab1Ab1Ab1",
];

test("no key gets into a message, wherever a provider repeats it", () => {
  const sentence = fc.constantFrom("Incorrect API key provided: ", "Bearer ", "key=", "x-api-key: ", "(");
  fc.assert(
    fc.property(
      fc.constantFrom(...keys),
      sentence,
      fc.lorem(),
      fc.constantFrom(400, 403, 418, 500, undefined),
      (key, before, after, status) => {
        const error = Object.assign(new Error("x"), {
          status,
          error: { message: `${after} ${before}${key} ${after}` },
        });
        expect(classifyError(error, facts).message).not.toContain(key);
      },
    ),
    propertyRuns(),
  );
});

test("names of models and ids of requests are not taken for keys", () => {
  const words =
    "claude-sonnet-4-5-20250929 and req_011CSHoEeqs5C35K2UUqR7FyZabc at meta-llama/Llama-3.3-70B-Instruct-Turbo";
  const error = Object.assign(new Error("x"), { status: 500, error: { message: words } });

  expect(classifyError(error, facts).message).toContain(words);
});

test("whatever is thrown, the answer is one line, with a hint", () => {
  fc.assert(
    fc.property(
      fc.anything(),
      fc.record(
        {
          status: fc.anything(),
          error: fc.anything(),
          cause: fc.anything(),
          code: fc.anything(),
          headers: fc.anything(),
        },
        { requiredKeys: [] },
      ),
      (any, fields) => {
        for (const thrown of [any, Object.assign(new Error("a\nb"), fields)]) {
          const failure = classifyError(thrown, facts);
          expect(failure.message).not.toContain("\n");
          expect(failure.message.length).toBeLessThanOrEqual(400);
          expect(failure.hint).not.toBe("");
        }
      },
    ),
    propertyRuns(),
  );
});
