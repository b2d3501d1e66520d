import { defineTool } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import * as z from "zod";
import { actions } from "./tool-parts.ts";
import type { ToolParts } from "./tool-parts.ts";

const input = z.object({
  ref: z.string().min(1).describe('Reference of the field from the last snapshot, such as "@e5".'),
  text: z
    .string()
    .describe("The new content. For a select the label of an option; for a checkbox true or false."),
  submit: z.boolean().optional().describe("Press Enter afterwards."),
});

/** Fills a field. */
export function createTypeTool(parts: ToolParts): Tool {
  return defineTool({
    ...parts.shared,
    name: "browser_type",
    description:
      "Fill a field by its reference; what was in it is replaced. Also chooses the option of a select and sets a checkbox. With submit it presses Enter. Shows what changed.",
    input,
    action: actions.act,
    argument: ({ ref, text, submit = false }) => ({
      kind: "text",
      text: JSON.stringify({ ref, text, submit }),
    }),
    detail: ({ ref }) => ref,
    findings: parts.lazily(({ judgeTyping }) => judgeTyping),
    execute: parts.lazily(({ typeText }) => typeText),
  });
}
