/** A web browser as tools. */
export type {
  BrowserBackend,
  BrowserClock,
  BrowserEgress,
  BrowserProxy,
  BrowserSettings,
  BrowserbaseOptions,
  BrowsersOptions,
  DialogPolicy,
} from "./browsers-options.ts";
export { findChromium } from "./find/find-chromium.ts";
export type { FindChromiumOptions, FoundChromium } from "./find/find-chromium.ts";
export { openBrowsers } from "./open-browsers.ts";
export type { Browsers, BrowsersStatus } from "./browsers.ts";
export type { BrowserSession } from "./session/browser-session.ts";
export { browserTools } from "./tools/browser-tools.ts";
export type { BrowserToolsOptions } from "./tools/browser-tools-options.ts";
export type { LookAtPicture, PageAction, PageActionJudge, PickFromSnapshot } from "./tools/browser-ports.ts";
export { describeElement, type DescribedElement } from "./snapshot/describe-element.ts";
export { differenceOf } from "./snapshot/difference.ts";
export { findElement } from "./snapshot/find-element.ts";
export { pageOf, type PageOfOptions, type SnapshotPage } from "./snapshot/page-of.ts";
export { takeSnapshot, type Snapshot, type SnapshotOptions } from "./snapshot/take-snapshot.ts";
