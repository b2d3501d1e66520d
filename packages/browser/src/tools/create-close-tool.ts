import { defineTool } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import * as z from "zod";
import { actions } from "./tool-parts.ts";
import type { ToolParts } from "./tool-parts.ts";

const input = z.object({
  tab: z.string().optional().describe("Close this tab alone. Without it everything is closed."),
});

/** Closes a tab, or all that a session has open. */
export function createCloseTool(parts: ToolParts): Tool {
  return defineTool({
    ...parts.shared,
    name: "browser_close",
    description: "Close a tab, or the whole browser of this session when the work is done.",
    input,
    action: actions.close,
    execute: parts.lazily(({ closeTabs }) => closeTabs),
  });
}
