import { Agent, createTodoList, createTodoTool, defineTool, memoryJournal, z } from "../src/index.ts";
import type { AgentEvent, Model, ModelEvent, SessionJournal, Tool } from "../src/index.ts";

// Compiled, never run.

/** Deltas are passed on as they are, without a copy. */
export const delta = (event: Extract<ModelEvent, { type: "text-delta" }>): AgentEvent => event;

/** A journal may answer at once or with promises. */
export const sync: SessionJournal = memoryJournal();
export const later: SessionJournal = {
  create: async () => undefined,
  load: async () => undefined,
  append: async () => undefined,
};

declare const model: Model;
declare const tools: readonly Tool[];
const todo = createTodoList();

export const smallest: Agent = new Agent({ model });
export const usual: Agent = new Agent({ model, tools: [...tools, createTodoTool(todo)], todo });

/** The arguments of a tool are known from its schema, through this package alone. */
export const typed: Tool = defineTool({
  name: "add",
  toolset: "test",
  description: "Adds.",
  input: z.object({ left: z.number(), right: z.number() }),
  execute: async ({ left, right }) => ({ sum: left + right }),
});

export async function reasons(agent: Agent): Promise<readonly string[]> {
  const list: string[] = [];
  for await (const event of agent.run("go")) if (event.type === "turn-end") list.push(event.reason);
  return list;
}

// @ts-expect-error -- a model is all that is needed, but it is needed
export const without: Agent = new Agent({});
