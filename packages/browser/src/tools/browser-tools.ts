import type { Tool } from "@hermes/registry";
import type { BrowserToolsOptions } from "./browser-tools-options.ts";
import { createBackTool } from "./create-back-tool.ts";
import { createCdpTool } from "./create-cdp-tool.ts";
import { createClickTool } from "./create-click-tool.ts";
import { createCloseTool } from "./create-close-tool.ts";
import { createConsoleTool } from "./create-console-tool.ts";
import { createDialogTool } from "./create-dialog-tool.ts";
import { createImagesTool } from "./create-images-tool.ts";
import { createNavigateTool } from "./create-navigate-tool.ts";
import { createPressTool } from "./create-press-tool.ts";
import { createScrollTool } from "./create-scroll-tool.ts";
import { createSnapshotTool } from "./create-snapshot-tool.ts";
import { createTypeTool } from "./create-type-tool.ts";
import { createVisionTool } from "./create-vision-tool.ts";
import { toolParts } from "./tool-parts.ts";

/** All tools of the browser, over one of it. */
export function browserTools(options: BrowserToolsOptions): readonly Tool[] {
  const parts = toolParts(options);
  return [
    createNavigateTool(parts),
    createSnapshotTool(parts),
    createClickTool(parts),
    createTypeTool(parts),
    createScrollTool(parts),
    createBackTool(parts),
    createPressTool(parts),
    createCloseTool(parts),
    createImagesTool(parts),
    createVisionTool(parts),
    createConsoleTool(parts),
    createCdpTool(parts),
    createDialogTool(parts),
  ];
}
