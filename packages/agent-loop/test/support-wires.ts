import { anthropicMessages, bedrock, gemini, ollama, openaiChat, openaiResponses } from "@hermes/models";
import type { HttpModelOptions, Message, Model, ToolDefinition } from "@hermes/models";
import {
  validateChatRequest,
  validateConverseRequest,
  validateGeminiRequest,
  validateMessagesRequest,
  validateOllamaRequest,
  validateResponsesRequest,
} from "@hermes/models/testing";
import { expect } from "vitest";

interface Wire {
  readonly name: string;
  readonly make: (options: Pick<HttpModelOptions, "fetch">) => Model;
  readonly validate: (body: unknown) => string[];
}

const apiKey = "k";
const wires: readonly Wire[] = [
  {
    name: "chat",
    make: (options) => openaiChat({ model: "gpt-5.2", apiKey, ...options }),
    validate: validateChatRequest,
  },
  {
    name: "responses",
    make: (options) => openaiResponses({ model: "gpt-5.2", apiKey, ...options }),
    validate: validateResponsesRequest,
  },
  {
    name: "messages",
    make: (options) => anthropicMessages({ model: "claude-sonnet-4-5", apiKey, ...options }),
    validate: validateMessagesRequest,
  },
  {
    name: "gemini",
    make: (options) => gemini({ model: "gemini-3-pro-preview", apiKey, ...options }),
    validate: (body) => validateGeminiRequest(body, true),
  },
  {
    name: "ollama",
    make: (options) =>
      ollama({
        ...{ model: "qwen3", apiKey, baseUrl: "https://ollama.com", abilities: ["tools"] },
        ...options,
      }),
    validate: validateOllamaRequest,
  },
  {
    name: "converse",
    make: (options) =>
      bedrock({ model: "anthropic.claude-sonnet-4-5", region: "us-east-1", apiKey, ...options }),
    validate: validateConverseRequest,
  },
];

/** Fails where a provider would refuse a history, by the strict validator of each protocol. */
export async function expectTakenByAll(
  messages: readonly Message[],
  tools: readonly ToolDefinition[] = [],
): Promise<void> {
  for (const { name, make, validate } of wires) {
    let body: unknown;
    // Without it the request would be sent again.
    const controller = new AbortController();
    const model = make({
      fetch: async (_url, init) => {
        body = JSON.parse(Buffer.from(init?.body as Uint8Array).toString("utf8")); // models send bytes alone
        controller.abort();
        throw new Error("It is caught.");
      },
    });
    const said = [...messages, { role: "user", content: [{ type: "text", text: "And now?" }] } as const];
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      for await (const event of model.stream(
        { system: "s", tools, messages: said },
        { signal: controller.signal },
      ))
        void event;
    } catch {
      // Nothing was sent.
    }
    expect([name, validate(body)]).toEqual([name, []]);
  }
}
