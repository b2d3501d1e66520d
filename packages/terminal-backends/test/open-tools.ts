import type { Tool, ToolContext } from "@hermes/registry";
import { ProcessTable, terminalTools } from "../src/index.ts";
import type { ProcessRecords } from "../src/index.ts";
import type { BackendPlace } from "../src/testing/index.ts";
import { openLocalPlace } from "./local-place.ts";

export interface OpenTools extends BackendPlace {
  readonly tmpDir: string;
  readonly tools: readonly Tool[];
  readonly processes: ProcessTable;
  call(name: string, args: object, context?: Partial<ToolContext>): Promise<Record<string, unknown>>;
}

/** The terminal's tools over a local backend of their own. */
export async function openTools(
  options: { readonly records?: ProcessRecords; readonly now?: () => number } = {},
): Promise<OpenTools> {
  const place = await openLocalPlace();
  const processes = new ProcessTable({ backend: place.backend, ...options });
  const tools = terminalTools({ backend: place.backend, processes });
  return {
    ...place,
    tools,
    processes,
    call: (name, args, context = {}) => call(tools, { name, args, context }),
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
}

export interface Call {
  readonly name: string;
  readonly args: object;
  readonly context: Partial<ToolContext>;
}

export async function call(
  tools: readonly Tool[],
  { name, args, context }: Call,
): Promise<Record<string, unknown>> {
  const tool = tools.find((each) => each.name === name);
  const parsed = tool?.parse(args);
  if (tool === undefined || parsed === undefined) throw new Error(`There is no tool ${name}.`);
  if (!parsed.ok) return { error: parsed.problems.join(" ") };
  const result = await tool.execute(parsed.value, {
    taskId: "task",
    sessionId: "session",
    callId: "call",
    signal: new AbortController().signal,
    origin: { platform: "test", entryPoint: "library" },
    ...context,
  });
  return JSON.parse(JSON.stringify(result));
}
