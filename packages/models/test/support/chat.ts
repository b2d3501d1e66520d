import type { ChatCompletionChunk } from "openai/resources/chat/completions";
import { openaiChat } from "../../src/index.ts";
import type { ModelEvent, ModelRequest, OpenaiChatOptions } from "../../src/index.ts";
import { type ServerAnswer, startScriptedServer } from "../../src/testing/index.ts";
import { collect, never } from "./models.ts";

const tools = [{ name: "terminal", description: "Run.", parameters: { type: "object", properties: {} } }];
export const request: ModelRequest = {
  system: "s",
  tools,
  messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
};

export type Delta = Omit<ChatCompletionChunk.Choice.Delta, "role"> & { [key: string]: unknown };

export function sse(...events: readonly unknown[]): string {
  return events
    .map((event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`)
    .join("");
}

export function chunk(delta: Delta, finish_reason: string | null = null): object {
  return { id: "c", model: "m-2026", choices: [{ index: 0, delta, finish_reason }] };
}

/** The body of the request that is made of this. */
export async function bodyFor(
  asked: Partial<ModelRequest>,
  options: Partial<OpenaiChatOptions>,
): Promise<Record<string, unknown>> {
  let body: Record<string, unknown> = {};
  const model = openaiChat({
    model: "m",
    ...options,
    fetch: async (_url, init) => {
      body = JSON.parse(Buffer.from(init?.body as Uint8Array).toString()); // the adapters send bytes alone
      return new Response(sse(chunk({ content: "ok" }, "stop"), "[DONE]"));
    },
  });
  await collect(model.stream({ ...request, ...asked }, { signal: never }));
  return body;
}

/** The events of one answer over real HTTP, without another attempt. */
export async function answered(
  answer: ServerAnswer,
  options: Partial<OpenaiChatOptions> = {},
): Promise<ModelEvent[]> {
  const server = await startScriptedServer({ script: [answer] });
  try {
    const model = openaiChat({
      model: "m",
      baseUrl: server.openaiUrl,
      retry: { retries: 0, streamRetries: 0 },
      ...options,
    });
    return await collect(model.stream(request, { signal: never }));
  } finally {
    await server.close();
  }
}
