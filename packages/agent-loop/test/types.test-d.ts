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

const weather = defineTool({
  name: "weather",
  description: "",
  input: z.object({ city: z.string() }),
  execute: async ({ city }) => ({ city, degrees: 21, at: new Date() }),
});
const time = defineTool({ name: "time", description: "", input: z.object({}), execute: () => "noon" });
const person = z.object({ name: z.string(), age: z.int().default(1) });

/** The name of a tool tells the types of its arguments and its result. */
export async function typedEvents(): Promise<{ degrees: number | undefined; said: string | undefined }> {
  let degrees: number | undefined;
  let said: string | undefined;
  const agent = new Agent({ model, tools: [weather, time] });
  for await (const event of agent.run("go")) {
    if (event.type === "tool-call-start" && event.name === "weather") said = event.input?.city;
    if (event.type !== "tool-call-end") continue;
    if (event.name === "weather") degrees = event.output?.degrees;
    if (event.name === "weather") said = event.output?.at;
    if (event.name === "time") said = event.output;
    // @ts-expect-error -- it is the result of another tool
    if (event.name === "time") degrees = event.output?.degrees;
  }
  return { degrees, said };
}

/** An agent with typed tools is an agent. */
export const less: Agent = new Agent({ model, tools: [weather] });
export const event: AgentEvent = {} as AgentEvent<typeof weather>;

/** Data are typed by their schema: said to the agent, or to the turn. */
export async function data(): Promise<{ name: string; age: number }> {
  const always = new Agent({ model, output: person });
  for await (const each of always.run("go")) if (each.type === "turn-end" && each.output) return each.output;
  const agent = new Agent({ model });
  const text: string = await agent.chat("go");
  // @ts-expect-error -- a text is no data
  const wrong: { name: string } = await agent.chat("go");
  const json: unknown = await agent.chat("go", { output: { type: "object" } });
  return [text, wrong, json].length > 5
    ? await always.chat("go")
    : await agent.chat("go", { output: person });
}

export const steps: Agent = new Agent({
  model,
  prepareStep: ({ round }) => (round === 1 ? { toolChoice: "required" } : undefined),
  stopWhen: ({ calls }) => calls.some(({ name }) => name === "done"),
});
