import fc from "fast-check";
import { expect, test } from "vitest";
import { classifyError, type ErrorFacts, ModelError } from "../src/index.ts";
import { answering, closedOrigin, startLoopback } from "./support/loopback.ts";
import { runs } from "./support/runs.ts";
import { anthropicError, openaiBody, openaiError } from "./support/sdk-errors.ts";

const facts: ErrorFacts = { provider: "openrouter", model: "gpt-5", baseUrl: "https://openrouter.ai/api/v1" };

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
  const { origin } = await startLoopback(answering(401, openaiBody("No auth credentials found")));
  const error = await openaiError(origin);

  expect(classifyError(error, facts)).toMatchObject({
    message: "OpenRouter refused the key (401).",
    hint: "Give a valid key of https://openrouter.ai, such as that of OPENROUTER_API_KEY.",
    data: { advice: "give-key", keyVariable: "OPENROUTER_API_KEY" },
  });
});

test.each(["openai", "openrouter", "anthropic", "custom"])(
  "a key that a server of one's own refused is that of the server, and none of %s",
  async (provider) => {
    const { origin } = await startLoopback(answering(401, openaiBody("No auth credentials found")));

    expect(
      classifyError(await openaiError(origin), { ...facts, provider, baseUrl: "http://127.0.0.1:9/v1" }),
    ).toMatchObject({
      message: "The server at http://127.0.0.1:9 refused the key (401).",
      hint: "Give a valid key of http://127.0.0.1:9.",
    });
  },
);

test("where credit is missing it is said whose", async () => {
  const { origin } = await startLoopback(answering(402, openaiBody("Insufficient balance")));
  const error = await openaiError(origin);

  expect(classifyError(error, facts).hint).toMatch(
    /^Add credit to your account at https:\/\/openrouter.ai, or /,
  );
  expect(classifyError(error, { ...facts, baseUrl: "http://127.0.0.1:9/v1" }).hint).toMatch(
    /^Add credit to your account at http:\/\/127.0.0.1:9, or /,
  );
});

test("a model that does not exist is named, and so are those near it", async () => {
  const { origin } = await startLoopback(
    answering(404, openaiBody("The model does not exist", "model_not_found")),
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
    runs(3000),
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
    runs(3000),
  );
});
