import type { Tool } from "@hermes/registry";
import type { WebReader } from "./create-web-reader.ts";
import { createCrawlTool } from "./tools/create-crawl-tool.ts";
import { createExtractTool } from "./tools/create-extract-tool.ts";

export interface WebToolsOptions {
  readonly reader: WebReader;
}

/** The tools of the toolset `web`. */
export function webTools({ reader }: WebToolsOptions): readonly Tool[] {
  return [createExtractTool({ reader }), createCrawlTool({ reader })];
}
