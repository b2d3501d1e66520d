import { anthropicMessages, bedrock, gemini, ollama, openaiChat, openaiResponses } from "../../src/index.ts";
import type { HttpModelOptions, Model, ModelEvent, ModelRequest } from "../../src/index.ts";
import {
  validateChatRequest,
  validateConverseRequest,
  validateGeminiRequest,
  validateMessagesRequest,
  validateOllamaRequest,
  validateResponsesRequest,
} from "../../src/testing/index.ts";

export const never: AbortSignal = new AbortController().signal;

export interface ModelUnderTest {
  readonly name: string;
  readonly make: (options: Pick<HttpModelOptions, "fetch">) => Model;
  readonly validate: (body: unknown) => string[];
  /** Mark of what this adapter made. */
  readonly origin: string;
  /** Where the scripted server speaks its protocol. */
  readonly path: string;
}

/** Every adapter in every form that changes what is written. */
export const modelsUnderTest: readonly ModelUnderTest[] = [
  {
    name: "chat",
    make: (options) => openaiChat({ model: "gpt-5.2", apiKey: "k", ...options }),
    validate: validateChatRequest,
    origin: "openai-chat:api.openai.com:gpt-5.2",
    path: "/v1/chat/completions",
  },
  {
    name: "chat with reasoning_content",
    make: (options) =>
      openaiChat({ model: "m", apiKey: "k", baseUrl: "https://api.deepseek.com/v1", ...options }),
    validate: validateChatRequest,
    origin: "openai-chat:api.deepseek.com:m",
    path: "/v1/chat/completions",
  },
  {
    name: "chat with cache markers",
    make: (options) =>
      openaiChat({
        model: "anthropic/claude",
        apiKey: "k",
        baseUrl: "https://openrouter.ai/api/v1",
        ...options,
      }),
    validate: validateChatRequest,
    origin: "openai-chat:openrouter.ai:anthropic/claude",
    path: "/v1/chat/completions",
  },
  {
    name: "responses",
    make: (options) => openaiResponses({ model: "gpt-5.2", apiKey: "k", ...options }),
    validate: validateResponsesRequest,
    origin: "openai-responses:api.openai.com:gpt-5.2",
    path: "/v1/responses",
  },
  {
    name: "messages",
    make: (options) => anthropicMessages({ model: "claude-sonnet-4-5", apiKey: "k", ...options }),
    validate: validateMessagesRequest,
    origin: "anthropic-messages:api.anthropic.com:claude-sonnet-4-5",
    path: "/v1/messages",
  },
  {
    name: "gemini",
    make: (options) => gemini({ model: "gemini-2.5-pro", apiKey: "k", ...options }),
    validate: (body) => validateGeminiRequest(body),
    origin: "gemini:generativelanguage.googleapis.com:gemini-2.5-pro",
    path: "/v1beta/models/m:streamGenerateContent",
  },
  {
    name: "gemini with signatures",
    make: (options) => gemini({ model: "gemini-3-pro-preview", apiKey: "k", ...options }),
    validate: (body) => validateGeminiRequest(body, true),
    origin: "gemini:generativelanguage.googleapis.com:gemini-3-pro-preview",
    path: "/v1beta/models/m:streamGenerateContent",
  },
  {
    name: "ollama",
    make: (options) =>
      ollama({
        model: "qwen3",
        baseUrl: "https://ollama.com",
        apiKey: "k",
        abilities: ["tools", "thinking"],
        ...options,
      }),
    validate: validateOllamaRequest,
    origin: "ollama:ollama.com:qwen3",
    path: "/api/chat",
  },
  {
    name: "converse",
    make: (options) =>
      bedrock({
        model: "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
        region: "us-east-1",
        apiKey: "k",
        ...options,
      }),
    validate: validateConverseRequest,
    origin: "bedrock:bedrock-runtime.us-east-1.amazonaws.com:us.anthropic.claude-sonnet-4-5-20250929-v1:0",
    path: "/model/m/converse-stream",
  },
];

/** A model whose requests are caught before they leave; every answer is a short "ok". */
export function capturing(under: ModelUnderTest): {
  readonly model: Model;
  body(request: ModelRequest): Promise<string>;
} {
  let caught = "";
  const model = under.make({
    fetch: async (_url, init) => {
      caught = Buffer.from(init?.body as Uint8Array).toString("utf8"); // the adapters send bytes alone
      return new Response(okIn(under.name), { headers: { "content-type": "text/event-stream" } });
    },
  });
  return {
    model,
    async body(request) {
      await collect(model.stream(request, { signal: never }));
      return caught;
    },
  };
}

function okIn(name: string): string {
  if (name.startsWith("gemini"))
    return 'data: {"candidates":[{"content":{"parts":[{"text":"ok"}]},"finishReason":"STOP"}]}\n\n';
  if (name === "ollama") return '{"message":{"content":"ok"},"done":true}\n';
  if (name === "converse")
    return '{"output":{"message":{"content":[{"text":"ok"}]}},"stopReason":"end_turn"}';
  if (name === "messages") {
    return 'data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{}}\n\ndata: {"type":"message_stop"}\n\n';
  }
  if (name === "responses")
    return 'data: {"type":"response.completed","response":{"status":"completed"}}\n\n';
  return 'data: {"choices":[{"index":0,"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
}

export async function collect(events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const all: ModelEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}
