import { defineTool } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import * as z from "zod";
import { actions } from "./tool-parts.ts";
import type { ToolParts } from "./tool-parts.ts";

const input = z.object({
  question: z.string().optional().describe("What to find out from the picture."),
  annotate: z.boolean().optional().describe("Write the references (@e5) onto the picture."),
  ref: z.string().optional().describe("Only the region of this element."),
  full_page: z.boolean().optional().describe("The whole page, and not what is in view alone."),
  save: z
    .enum(["png", "pdf"])
    .optional()
    .describe("Only save a picture, or the page as a PDF, without looking at it."),
});

/** Takes pictures of pages, and writes pages as PDF. */
export function createVisionTool(parts: ToolParts): Tool {
  return defineTool({
    ...parts.shared,
    name: "browser_vision",
    description:
      "Look at the page as a picture, for what its text does not tell: layout, charts, pictures. It is saved, too. With save the page is only written to a file, as png or pdf.",
    input,
    action: actions.read,
    execute: parts.lazily(({ lookAtPage }) => lookAtPage),
  });
}
