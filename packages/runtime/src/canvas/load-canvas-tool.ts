import type { CanvasToolOptions } from "@hermes/documents/canvas";
import type { Tool } from "@hermes/registry";
import type { RuntimeParts } from "../runtime-parts.ts";
import { canvasElsewhere } from "./canvas-elsewhere.ts";
import { canvasFiles } from "./canvas-files.ts";

/** Where the canvas of this home keeps its pages, and what is shown of them outside of the web page. */
export function canvasOf(parts: RuntimeParts): CanvasToolOptions {
  const { options, written } = parts;
  const pages = canvasFiles({
    home: options.loaded.home,
    onFile: async (path, sources) => await written.note([path], sources),
  });
  return { pages, elsewhere: canvasElsewhere(parts) };
}

export async function loadCanvasTool(options: CanvasToolOptions): Promise<readonly Tool[]> {
  const { createCanvasTool } = await import("@hermes/documents/canvas");
  return [createCanvasTool(options)];
}
