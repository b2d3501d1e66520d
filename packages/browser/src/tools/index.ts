/** The tools and the browsers that they work in: what opens a page is loaded with the first call. */
export { openBrowsers } from "../open-browsers.ts";
export type { Browsers, BrowsersStatus } from "../browsers.ts";
export { browserTools } from "./browser-tools.ts";
export type { BrowserToolsOptions } from "./browser-tools-options.ts";
