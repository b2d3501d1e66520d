import { defineTool } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import * as z from "zod";
import { actions } from "./tool-parts.ts";
import type { ToolParts } from "./tool-parts.ts";

const input = z.object({
  direction: z.enum(["up", "down"]).describe("Where to."),
  amount: z.int().min(1).max(100_000).optional().describe("Pixels. 500 by default."),
  ref: z.string().optional().describe("Bring this element into view instead."),
});

/** Moves the visible part of a page. */
export function createScrollTool(parts: ToolParts): Tool {
  return defineTool({
    ...parts.shared,
    name: "browser_scroll",
    description:
      "Scroll what is in the middle of the view, the page or a box in it, and see what came into view. 500 pixels unless amount says more.",
    input,
    action: actions.read,
    execute: parts.lazily(({ scrollPage }) => scrollPage),
  });
}
