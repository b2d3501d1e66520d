import type { Tool } from "@hermes/registry";
import type { FileBackend } from "./file-backend.ts";
import { createPatchTool } from "./patch-tool.ts";
import { createReadFileTool } from "./read-file-tool.ts";
import type { ReadFileToolOptions } from "./read-file-tool.ts";
import { createSearchTool } from "./search/search-tool.ts";
import { createWriteFileTool } from "./write-file-tool.ts";

export interface FileToolsOptions extends ReadFileToolOptions {
  /** Where the files are. Not disposed by the tools. */
  readonly backend: FileBackend;
  /** False: `search` does without ripgrep even where it is installed. @default true */
  readonly ripgrep?: boolean | undefined;
}

/** `read_file`, `write_file`, `patch` and `search`. */
export function fileTools(options: FileToolsOptions): readonly Tool[] {
  return [
    createReadFileTool(options),
    createWriteFileTool(options),
    createPatchTool(options),
    createSearchTool(options),
  ];
}
