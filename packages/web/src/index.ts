/** Searches the web and reads pages as Markdown. */
export { createWebReader } from "./create-web-reader.ts";
export type { ReadOptions, WebReader, WebReaderOptions } from "./create-web-reader.ts";
export { createWebSearch } from "./create-web-search.ts";
export type {
  CreateWebSearchOptions,
  WebSearch,
  WebSearchAnswer,
  WebSearchOptions,
} from "./create-web-search.ts";
export type { Crawl, CrawledPage, CrawlOptions } from "./crawl/crawl-site.ts";
export type { PageKind } from "./extract/extraction.ts";
export type { PageCacheOptions } from "./page-cache.ts";
export type { ReadLimits } from "./read-limits.ts";
export { searchProviders } from "./search/builtin-providers.ts";
export type { SearchProviderFacts } from "./search/builtin-providers.ts";
export type { SearchHttp } from "./search/search-http.ts";
export type { SearchHit, SearchProvider, SearchRequest } from "./search/search-provider.ts";
export type { WebSearchResult } from "./search/to-results.ts";
export type { BlockedSite, SitePolicy } from "./site-policy.ts";
export type { HopListener, WebFetch, WebRequest } from "./web-fetch.ts";
export type { UnreadPage, WebPage } from "./web-page.ts";
export { webTools } from "./tools/web-tools.ts";
export type { WebToolsOptions } from "./tools/web-tools.ts";
