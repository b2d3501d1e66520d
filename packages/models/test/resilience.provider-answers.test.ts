import { expect, test } from "vitest";
import { classifyError, type ErrorFacts, type ModelErrorKind } from "../src/index.ts";
import { answering, startLoopback } from "./support/loopback.ts";
import { anthropicBody, anthropicError, openaiBody, openaiError } from "./support/sdk-errors.ts";

const facts: ErrorFacts = { provider: "openrouter", model: "gpt-5", baseUrl: "https://openrouter.ai/api/v1" };

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
    openaiBody("No endpoints found matching your data policy (Free model training)"),
    "bad-request",
    false,
  ],
  [
    "OpenRouter: no tools",
    404,
    openaiBody("No endpoints found that support tool use."),
    "bad-request",
    false,
  ],
  [
    "llama.cpp without --jinja",
    500,
    openaiBody("tools param requires --jinja flag", null, "server_error"),
    "bad-request",
    false,
  ],
  [
    "OpenAI: flagged prompt",
    400,
    openaiBody(
      "Invalid prompt: your prompt was flagged as potentially violating our usage policy.",
      "invalid_prompt",
    ),
    "content-policy",
    false,
  ],
  [
    "OpenAI: safety system",
    400,
    openaiBody("Your request was rejected as a result of our safety system."),
    "content-policy",
    false,
  ],
  ["402 without money", 402, openaiBody("Insufficient credits. Add more."), "billing", false],
  ["402 that passes", 402, openaiBody("Usage limit reached, try again in 5 minutes"), "rate-limit", true],
  [
    "OpenAI: quota",
    429,
    openaiBody(
      "You exceeded your current quota, please check your plan and billing details.",
      "insufficient_quota",
      "insufficient_quota",
    ),
    "billing",
    false,
  ],
  ["403 for money", 403, openaiBody("Key limit exceeded"), "billing", false],
  [
    "429",
    429,
    openaiBody("Rate limit reached for gpt-5", "rate_limit_exceeded", "tokens"),
    "rate-limit",
    true,
  ],
  ["401", 401, openaiBody("Incorrect API key provided", "invalid_api_key"), "auth", false],
  ["403", 403, openaiBody("Country not supported"), "auth", false],
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
    openaiBody("The model `gpt-9` does not exist or you do not have access to it.", "model_not_found"),
    "model-not-found",
    false,
  ],
  ["OpenRouter: no model", 400, openaiBody("gpt-9 is not a valid model ID", null), "model-not-found", false],
  [
    "Ollama: no model",
    404,
    openaiBody('model "gpt-9" not found, try pulling it first', null, "not_found_error"),
    "model-not-found",
    false,
  ],
  ["404 of a web server", 404, "<html>nothing here</html>", "bad-request", false],
  ["413", 413, openaiBody("Request too large"), "payload-too-large", false],
  [
    "OpenAI: too long",
    400,
    openaiBody(
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
  ["too long in Chinese", 400, openaiBody("输入过长，超过最大长度"), "context-overflow", false],
  [
    "Gemini: too long",
    400,
    openaiBody("The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."),
    "context-overflow",
    false,
  ],
  ["400", 400, openaiBody("messages: must not be empty"), "bad-request", false],
  [
    "400 about what a model can't do",
    400,
    openaiBody("This model is fine, but image inputs are not supported"),
    "bad-request",
    false,
  ],
  ["422", 422, { detail: "extra fields not permitted" }, "bad-request", false],
  ["408", 408, "", "timeout", true],
  ["504", 504, "<html>gateway timeout</html>", "timeout", true],
  ["409", 409, openaiBody("conflict"), "server", true],
  ["500", 500, openaiBody("The server had an error", null, "server_error"), "server", true],
  [
    "500 that is busy",
    500,
    openaiBody("The engine is currently overloaded", null, "server_error"),
    "overloaded",
    true,
  ],
  [
    "500 that is a bad request",
    500,
    openaiBody("tools.0: unknown field", null, "invalid_request_error"),
    "bad-request",
    false,
  ],
  ["502", 502, "<html>bad gateway</html>", "server", true],
  ["503", 503, openaiBody("Service unavailable"), "overloaded", true],
  ["529", 529, openaiBody("busy"), "overloaded", true],
];

test.each(answers)("through the openai SDK: %s (%i)", async (_, status, body, kind, retryable) => {
  const { origin } = await startLoopback(answering(status, body));

  expect(classifyError(await openaiError(origin), facts)).toMatchObject({ kind, status, retryable });
});

test.each([
  ["bad key", 401, anthropicBody("authentication_error", "invalid x-api-key"), "auth", false],
  [
    "no credit",
    400,
    anthropicBody("invalid_request_error", "Your credit balance is too low to access the Anthropic API."),
    "billing",
    false,
  ],
  ["no model", 404, anthropicBody("not_found_error", "model: claude-9"), "model-not-found", false],
  [
    "too long",
    400,
    anthropicBody("invalid_request_error", "prompt is too long: 250000 tokens > 200000 maximum"),
    "context-overflow",
    false,
  ],
  [
    "long context without a plan",
    429,
    anthropicBody("rate_limit_error", "Extra usage is required for long context requests."),
    "context-overflow",
    false,
  ],
  [
    "too large",
    413,
    anthropicBody("request_too_large", "Request exceeds the maximum size"),
    "payload-too-large",
    false,
  ],
  [
    "too fast",
    429,
    anthropicBody(
      "rate_limit_error",
      "This request would exceed your rate limit of 50,000 input tokens per minute",
    ),
    "rate-limit",
    true,
  ],
  [
    "filtered",
    400,
    anthropicBody("invalid_request_error", "Output blocked by content filtering policy"),
    "content-policy",
    false,
  ],
  ["overloaded", 529, anthropicBody("overloaded_error", "Overloaded"), "overloaded", true],
  ["broken", 500, anthropicBody("api_error", "Internal server error"), "server", true],
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
  const event = `event: error\ndata: ${JSON.stringify(anthropicBody(type, message))}\n\n`;
  const { origin } = await startLoopback(answering(200, event, { "content-type": "text/event-stream" }));

  expect(classifyError(await anthropicError(origin), facts)).toMatchObject({ kind, retryable });
});
