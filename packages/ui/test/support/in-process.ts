import { Agent, defineTool, memoryApprovals, memoryJournal, z } from "@hermes/agent-loop";
import type { AgentEvent, Model, Tool } from "@hermes/agent-loop";
import { answerLater } from "../../src/index.ts";
import type { HandlerOptions } from "../../src/index.ts";

export const weather: Tool = defineTool({
  name: "weather",
  toolset: "test",
  description: "The weather of a city.",
  input: z.object({ city: z.string() }),
  readOnly: true,
  execute: ({ city }) => ({ city, degrees: 21 }),
});

export const remove: Tool = defineTool({
  name: "remove",
  toolset: "test",
  description: "Deletes a file.",
  input: z.object({ path: z.string() }),
  execute: ({ path }) => ({ removed: path }),
});

/** Options of a handler whose sessions live in memory. */
export function inMemory(model: Model): HandlerOptions {
  const journal = memoryJournal();
  const approvals = memoryApprovals();
  const tools = [weather, remove];
  return {
    agent: (sessionId) => new Agent({ model, tools, journal, approvals, approver: answerLater, sessionId }),
    ...{ journal, approvals },
    pollMs: 5,
  };
}

export async function* listed(events: readonly AgentEvent[]): AsyncGenerator<AgentEvent> {
  yield* events;
}
