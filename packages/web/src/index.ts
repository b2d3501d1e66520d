/** Searches the web and reads pages as Markdown. */
export { createWebReader } from "./create-web-reader.ts";
export type { ReadOptions, WebReader, WebReaderOptions } from "./create-web-reader.ts";
export type { Crawl, CrawledPage, CrawlOptions } from "./crawl/crawl-site.ts";
export type { PageKind } from "./extract/extraction.ts";
export type { PageCacheOptions } from "./page-cache.ts";
export type { ReadLimits } from "./read-limits.ts";
export type { BlockedSite, SitePolicy } from "./site-policy.ts";
export type { HopListener, WebFetch, WebRequest } from "./web-fetch.ts";
export type { UnreadPage, WebPage } from "./web-page.ts";
export { webTools } from "./web-tools.ts";
export type { WebToolsOptions } from "./web-tools.ts";
