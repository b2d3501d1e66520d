import { defineTool } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import * as z from "zod";
import { actions } from "./tool-parts.ts";
import type { ToolParts } from "./tool-parts.ts";

/** Goes back to the page before. */
export function createBackTool(parts: ToolParts): Tool {
  return defineTool({
    ...parts.shared,
    name: "browser_back",
    description: "Go back to the page that was open before in this tab.",
    input: z.object({}),
    action: actions.read,
    execute: parts.lazily(({ goBack }) => goBack),
  });
}
