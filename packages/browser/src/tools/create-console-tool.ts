import { defineTool } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import * as z from "zod";
import { actions } from "./tool-parts.ts";
import type { ToolParts } from "./tool-parts.ts";

const input = z.object({
  clear: z.boolean().optional().describe("Forget the messages afterwards."),
  expression: z
    .string()
    .optional()
    .describe("JavaScript to run in the page; its value, or what its promise gives, comes back as JSON."),
});

/** Reads the console of a page, and runs expressions in it. */
export function createConsoleTool(parts: ToolParts): Tool {
  return defineTool({
    ...parts.shared,
    name: "browser_console",
    description:
      "Read the console of the page: messages and uncaught errors. With expression run JavaScript in the page and get its value.",
    input,
    action: {
      of: [actions.read, actions.script],
      choose: ({ expression }) => (expression === undefined ? actions.read : actions.script).name,
    },
    argument: ({ expression = "" }) => ({ kind: "text", text: expression }),
    findings: parts.lazily(({ judgeExpression }) => judgeExpression),
    execute: parts.lazily(({ useConsole }) => useConsole),
  });
}
