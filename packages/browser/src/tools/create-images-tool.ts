import { defineTool } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import * as z from "zod";
import { actions } from "./tool-parts.ts";
import type { ToolParts } from "./tool-parts.ts";

/** Lists the pictures of a page. */
export function createImagesTool(parts: ToolParts): Tool {
  return defineTool({
    ...parts.shared,
    name: "browser_get_images",
    description: "List the pictures of the page with their addresses, alternative texts and sizes in pixels.",
    input: z.object({}),
    action: actions.read,
    execute: parts.lazily(({ listImages }) => listImages),
  });
}
