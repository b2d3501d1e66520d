/** The tools and the browsers that they work in: what opens a page is loaded with the first call. */
export { openBrowsers } from "../open-browsers.ts";
export type { Browsers, BrowsersStatus } from "../browsers.ts";
export { openOfflinePages } from "../offline/open-offline-pages.ts";
export type {
  OfflinePage,
  OfflinePageOptions,
  OfflinePages,
  OfflinePagesOptions,
  OfflineScreenshotOptions,
} from "../offline/open-offline-pages.ts";
export { browserTools } from "./browser-tools.ts";
export type { BrowserToolsOptions } from "./browser-tools-options.ts";
