import { anthropicMessages, openaiChat, openaiResponses } from "../../src/index.ts";
import type { HttpModelOptions, Model, ModelEvent, ModelRequest } from "../../src/index.ts";
import {
  validateChatRequest,
  validateMessagesRequest,
  validateResponsesRequest,
} from "../../src/testing/index.ts";

export const never: AbortSignal = new AbortController().signal;

export interface ModelUnderTest {
  readonly name: string;
  readonly make: (options: Pick<HttpModelOptions, "fetch">) => Model;
  readonly validate: (body: unknown) => string[];
  /** Mark of what this adapter made. */
  readonly origin: string;
}

/** Every adapter in every form that changes what is written. */
export const modelsUnderTest: readonly ModelUnderTest[] = [
  {
    name: "chat",
    make: (options) => openaiChat({ model: "gpt-5.2", apiKey: "k", ...options }),
    validate: validateChatRequest,
    origin: "openai-chat:api.openai.com:gpt-5.2",
  },
  {
    name: "chat with reasoning_content",
    make: (options) =>
      openaiChat({ model: "m", apiKey: "k", baseUrl: "https://api.deepseek.com/v1", ...options }),
    validate: validateChatRequest,
    origin: "openai-chat:api.deepseek.com:m",
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
  },
  {
    name: "responses",
    make: (options) => openaiResponses({ model: "gpt-5.2", apiKey: "k", ...options }),
    validate: validateResponsesRequest,
    origin: "openai-responses:api.openai.com:gpt-5.2",
  },
  {
    name: "messages",
    make: (options) => anthropicMessages({ model: "claude-sonnet-4-5", apiKey: "k", ...options }),
    validate: validateMessagesRequest,
    origin: "anthropic-messages:api.anthropic.com:claude-sonnet-4-5",
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
