import { defineTool } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import * as z from "zod";
import { actions } from "./tool-parts.ts";
import type { ToolParts } from "./tool-parts.ts";

const input = z.object({
  ref: z.string().min(1).describe('Reference from the last snapshot, such as "@e5".'),
});

/** Clicks an element. */
export function createClickTool(parts: ToolParts): Tool {
  return defineTool({
    ...parts.shared,
    name: "browser_click",
    description: "Click an element by its reference, and see what that changed on the page.",
    input,
    action: actions.act,
    detail: ({ ref }) => ref,
    findings: parts.lazily(({ judgeClick }) => judgeClick),
    execute: parts.lazily(({ click }) => click),
  });
}
