import { ToolRegistry } from "@hermes/registry";
import type { Guard, Tool, ToolResult } from "@hermes/registry";

/** Calls a tool as a model would, and gives what it would read. The person agrees to everything. */
export async function callTool(
  tools: readonly Tool[],
  name: string,
  args: object,
): Promise<Record<string, unknown>> {
  // Tools answer JSON objects.
  return JSON.parse((await resultOf(tools, name, args)).content) as Record<string, unknown>;
}

/** The same, with what only people see. */
export async function resultOf(tools: readonly Tool[], name: string, args: object): Promise<ToolResult> {
  const agree: Guard = async ({ tool, args: given }, context) => {
    const found = (await tool.findings?.(given, context)) ?? [];
    const refusal = found.find(({ severity }) => severity === "refuse");
    return refusal === undefined
      ? { allow: true }
      : { allow: false, reason: `Not done. ${refusal.reason} ${refusal.advice ?? ""}` };
  };
  const registry = new ToolRegistry({ guard: agree });
  registry.register(...tools);
  return await registry.dispatch(name, args, {
    taskId: "t",
    sessionId: "s",
    callId: "c",
    signal: new AbortController().signal,
    origin: { platform: "cli", entryPoint: "test" },
  });
}
