import { defineTool } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import * as z from "zod";
import { actions } from "./tool-parts.ts";
import type { ToolParts } from "./tool-parts.ts";

const input = z.object({
  full: z.boolean().optional().describe("The whole page, and not what is in view alone."),
  page: z.int().min(1).optional().describe("Which part of a long snapshot, counted from 1."),
  tab: z.string().optional().describe('Switch to this tab first, such as "t2".'),
});

/** Shows what a page shows now. */
export function createSnapshotTool(parts: ToolParts): Tool {
  return defineTool({
    ...parts.shared,
    name: "browser_snapshot",
    description:
      "See what the page shows now, as a tree of elements with references such as @e5. Long ones come in parts of 8000 characters. Also switches between tabs.",
    input,
    action: actions.read,
    execute: parts.lazily(({ showPage }) => showPage),
  });
}
