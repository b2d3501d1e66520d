/** Streams of Anthropic Messages, written by hand. */
import type { RawMessageStreamEvent } from "@anthropic-ai/sdk/resources/messages";
import { anthropicMessages } from "../../src/index.ts";
import type { AnthropicMessagesOptions, ModelEvent, ModelFinish, ModelRequest } from "../../src/index.ts";
import { startScriptedServer } from "../../src/testing/index.ts";
import { collect, never } from "./models.ts";

export const model = "claude-sonnet-4-5";
export const origin = "anthropic-messages:api.anthropic.com:claude-sonnet-4-5";
const tools = [{ name: "terminal", description: "Run.", parameters: { type: "object", properties: {} } }];
export const request: ModelRequest = {
  system: "s",
  tools,
  messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
};

type Loose<Event> = Event extends { type: infer Type }
  ? { readonly type: Type; readonly [key: string]: unknown }
  : never;

export function sse(...events: readonly Loose<RawMessageStreamEvent | { type: "error" | "ping" }>[]): string {
  return events.map((event) => `event: ${String(event.type)}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

export async function answered(raw: string): Promise<ModelEvent[]> {
  const server = await startScriptedServer({ script: [{ raw }] });
  try {
    const asked = anthropicMessages({ model, baseUrl: server.url, retry: { retries: 0, streamRetries: 0 } });
    return await collect(asked.stream(request, { signal: never }));
  } finally {
    await server.close();
  }
}

export async function finishOf(raw: string): Promise<ModelFinish> {
  const finish = (await answered(raw)).at(-1);
  if (finish?.type !== "finish") throw new Error("There is no finish.");
  return finish;
}

export async function bodyFor(
  asked: Partial<ModelRequest>,
  options: Partial<AnthropicMessagesOptions> = {},
): Promise<Record<string, unknown>> {
  let body: Record<string, unknown> = {};
  const asking = anthropicMessages({
    model,
    ...options,
    fetch: async (_url, init) => {
      body = JSON.parse(Buffer.from(init?.body as Uint8Array).toString()); // the adapters send bytes alone
      return new Response(end());
    },
  });
  await collect(asking.stream({ ...request, ...asked }, { signal: never }));
  return body;
}

export const end = (stop_reason = "end_turn"): string =>
  sse(
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 7 } },
    { type: "message_stop" },
  );
export const start = (index: number, content_block: object): string =>
  sse({ type: "content_block_start", index, content_block });
export const delta = (index: number, fields: object): string =>
  sse({ type: "content_block_delta", index, delta: fields });
export const stop = (index: number): string => sse({ type: "content_block_stop", index });
