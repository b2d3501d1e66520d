import type { Tool } from "@hermes/registry";
import { createPatchTool } from "./patch-tool.ts";
import { createReadFileTool } from "./read-file-tool.ts";
import type { ReadFileToolOptions } from "./read-file-tool.ts";
import { createSearchTool } from "./search/search-tool.ts";
import type { FileServicesOptions } from "./file-services.ts";
import { createFileServices } from "./file-services.ts";
import { createWriteFileTool } from "./write-file-tool.ts";

/** `backend` is where the files are, and is not disposed by the tools. Without a `policy` every path is allowed. */
export interface FileToolsOptions extends ReadFileToolOptions, FileServicesOptions {
  /** False: `search` does without ripgrep even where it is installed. @default true */
  readonly ripgrep?: boolean | undefined;
}

/** `read_file`, `write_file`, `patch` and `search`. */
export function fileTools(options: FileToolsOptions): readonly Tool[] {
  const services = createFileServices(options);
  return [
    createReadFileTool(services, options),
    createWriteFileTool(services),
    createPatchTool(services),
    createSearchTool(services, options),
  ];
}
