import { allowAll, ToolRegistry } from "@hermes/registry";
import type { Tool } from "@hermes/registry";

/** Calls a tool as a model would, and gives what it would read. */
export async function callTool(
  tools: readonly Tool[],
  name: string,
  args: object,
): Promise<Record<string, unknown>> {
  const registry = new ToolRegistry({ guard: allowAll });
  registry.register(...tools);
  const result = await registry.dispatch(name, args, {
    taskId: "t",
    sessionId: "s",
    callId: "c",
    signal: new AbortController().signal,
    origin: { platform: "cli", door: "test" },
  });
  // Tools answer JSON objects.
  return JSON.parse(result.content) as Record<string, unknown>;
}
