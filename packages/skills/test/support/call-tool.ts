import { ToolRegistry } from "@hermes/registry";
import type { Guard, Tool } from "@hermes/registry";

/** Calls a tool as a model would, and gives what it would read. The person agrees to everything. */
export async function callTool(
  tools: readonly Tool[],
  name: string,
  args: object,
): Promise<Record<string, unknown>> {
  const agree: Guard = async ({ tool, args: given }, context) => {
    const found = (await tool.findings?.(given, context)) ?? [];
    const refusal = found.find(({ severity }) => severity === "refuse");
    return refusal === undefined
      ? { allow: true }
      : { allow: false, reason: `Not done. ${refusal.reason} ${refusal.advice ?? ""}` };
  };
  const registry = new ToolRegistry({ guard: agree });
  registry.register(...tools);
  const result = await registry.dispatch(name, args, {
    taskId: "t",
    sessionId: "s",
    callId: "c",
    signal: new AbortController().signal,
    origin: { platform: "cli", entryPoint: "test" },
  });
  // Tools answer JSON objects.
  return JSON.parse(result.content) as Record<string, unknown>;
}
