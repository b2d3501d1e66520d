import { onTestFinished } from "vitest";
import { openaiChat } from "../../src/index.ts";
import type { Model, ModelEvent, ModelRequest, RetryPolicy } from "../../src/index.ts";
import {
  type ScriptedServer,
  type ScriptedServerOptions,
  startScriptedServer,
} from "../../src/testing/index.ts";

export const request: ModelRequest = {
  system: "s",
  tools: [],
  messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
};

/** No real waiting between attempts. */
export const hasty: RetryPolicy = { sleep: async () => undefined, random: () => 0 };

/** A server that is closed when the test ends. */
export async function serverWith(script: ScriptedServerOptions["script"]): Promise<ScriptedServer> {
  const server = await startScriptedServer({ script });
  onTestFinished(() => server.close());
  return server;
}

export function modelAt(baseUrl: string, model: string, retry: RetryPolicy = {}): Model {
  return openaiChat({
    baseUrl,
    model,
    apiKey: `key-of-${model}`,
    contextWindow: 100_000,
    retry: { ...hasty, ...retry },
  });
}

/** Every event of one request; an error comes last. */
export async function eventsOf(
  model: Model,
  sent: ModelRequest = request,
): Promise<readonly (ModelEvent | Error)[]> {
  const events: (ModelEvent | Error)[] = [];
  try {
    for await (const event of model.stream(sent, { signal: new AbortController().signal }))
      events.push(event);
  } catch (error) {
    events.push(error instanceof Error ? error : new Error(String(error)));
  }
  return events;
}

/** What a person sees of it in the end: void text is gone. */
export function shownIn(events: readonly (ModelEvent | Error)[]): string {
  let shown = "";
  for (const event of events) {
    if (event instanceof Error) continue;
    if (event.type === "restart") shown = "";
    if (event.type === "text-delta") shown += event.text;
  }
  return shown;
}
