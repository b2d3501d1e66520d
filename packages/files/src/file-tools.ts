import type { Tool } from "@hermes/registry";
import { createPatchTool } from "./patch-tool.ts";
import { createReadFileTool } from "./read-file-tool.ts";
import type { ReadFileToolOptions } from "./read-file-tool.ts";
import { createSearchTool } from "./search/search-tool.ts";
import type { WorkbenchOptions } from "./workbench.ts";
import { createWorkbench } from "./workbench.ts";
import { createWriteFileTool } from "./write-file-tool.ts";

/** `backend` is where the files are, and is not disposed by the tools. Without a `policy` every path is allowed. */
export interface FileToolsOptions extends ReadFileToolOptions, WorkbenchOptions {
  /** False: `search` does without ripgrep even where it is installed. @default true */
  readonly ripgrep?: boolean | undefined;
}

/** `read_file`, `write_file`, `patch` and `search`. */
export function fileTools(options: FileToolsOptions): readonly Tool[] {
  const workbench = createWorkbench(options);
  return [
    createReadFileTool(workbench, options),
    createWriteFileTool(workbench),
    createPatchTool(workbench),
    createSearchTool(workbench, options),
  ];
}
