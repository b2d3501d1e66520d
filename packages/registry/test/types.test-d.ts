import { z } from "zod";
import { defineTool, toolError } from "../src/index.ts";
import type { Tool, ToolOutput, TypedTool, withImages } from "../src/index.ts";

// Compiled, never run.

const weather = defineTool({
  name: "weather",
  description: "",
  input: z.object({ city: z.string(), days: z.int().default(1) }),
  execute: async ({ city }) => (city === "" ? toolError("Which city?") : { city, at: new Date() }),
});

/** The name, the arguments as the tool gets them, and what it gives as JSON holds it; failures are no results. */
export const typed: TypedTool<"weather", { city: string; days: number }, { city: string; at: string }> =
  weather;
export const plain: Tool = weather;

export const pictures: ToolOutput<ReturnType<typeof withImages<{ page: number }>>> = { page: 1 };
export const nothing: ToolOutput<Promise<void>> = { ok: true };
export const unknown: ToolOutput<unknown> = "anything";

// @ts-expect-error -- it is another name
export const other: TypedTool<"other"> = weather;

export const ofJson: Tool = defineTool({
  name: "find",
  description: "",
  input: { type: "object", properties: { query: { type: "string" } } },
  execute: ({ query }) => String(query),
});
