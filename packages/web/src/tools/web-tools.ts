import type { Tool } from "@hermes/registry";
import type { WebReader } from "../create-web-reader.ts";
import type { WebSearch } from "../create-web-search.ts";
import { createCrawlTool } from "./create-crawl-tool.ts";
import { createExtractTool } from "./create-extract-tool.ts";
import { createSearchTool } from "./create-search-tool.ts";

export interface WebToolsOptions {
  readonly reader: Pick<WebReader, "read" | "crawl">;
  /** Without it there is no web_search. */
  readonly search?: Pick<WebSearch, "search"> | undefined;
}

/** The tools of the toolset `web`. */
export function webTools({ reader, search }: WebToolsOptions): readonly Tool[] {
  const searching = search === undefined ? [] : [createSearchTool({ search })];
  return [...searching, createExtractTool({ reader }), createCrawlTool({ reader })];
}
