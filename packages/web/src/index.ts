/** Searches the web and reads pages as Markdown. */
export { createWebSearch } from "./create-web-search.ts";
export type {
  CreateWebSearchOptions,
  WebSearch,
  WebSearchAnswer,
  WebSearchOptions,
} from "./create-web-search.ts";
export { searchProviders } from "./search/builtin-providers.ts";
export type { SearchProviderFacts } from "./search/builtin-providers.ts";
export { createWebSearchTool } from "./search/create-web-search-tool.ts";
export type { SiteFilter, WebSearchResult } from "./search/to-results.ts";
export type { HopListener, WebFetch, WebRequest } from "./web-fetch.ts";
