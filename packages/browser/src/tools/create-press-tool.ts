import { defineTool } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import * as z from "zod";
import { actions } from "./tool-parts.ts";
import type { ToolParts } from "./tool-parts.ts";

const input = z.object({
  key: z.string().min(1).max(100).describe('Such as "Enter", "Escape", "ArrowDown", "Control+a" or "x".'),
});

/** Presses a key. */
export function createPressTool(parts: ToolParts): Tool {
  return defineTool({
    ...parts.shared,
    name: "browser_press",
    description:
      "Press a key, or keys together, in the page: what has the focus gets them. Shows what changed.",
    input,
    action: actions.act,
    detail: ({ key }) => key,
    findings: parts.lazily(({ judgeKey }) => judgeKey),
    execute: parts.lazily(({ pressKey }) => pressKey),
  });
}
