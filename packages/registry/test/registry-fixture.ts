import { z } from "zod";
import { allowAll, defineTool, ToolRegistry } from "../src/index.ts";
import type { DefineToolOptions, Tool, ToolRegistryOptions } from "../src/index.ts";

const noInput: z.ZodObject<{}> = z.object({});

/** A tool that takes nothing, unless told otherwise. */
export function plainTool(name: string, options: Partial<DefineToolOptions<typeof noInput>> = {}): Tool {
  return defineTool({
    name,
    toolset: "test",
    description: `Does ${name}.`,
    input: noInput,
    execute: () => ({ name }),
    ...options,
  });
}

export interface WarnedRegistry {
  readonly registry: ToolRegistry;
  readonly warnings: readonly string[];
}

/** A registry that lets every call through and keeps its warnings. */
export function createRegistry(
  tools: readonly Tool[],
  options: Partial<ToolRegistryOptions> = {},
): WarnedRegistry {
  const warnings: string[] = [];
  const registry = new ToolRegistry({
    guard: allowAll,
    onWarning: (text) => warnings.push(text),
    ...options,
  });
  registry.register(...tools);
  return { registry, warnings };
}
