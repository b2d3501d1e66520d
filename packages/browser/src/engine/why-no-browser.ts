import type { BrowserSettings } from "../browsers-options.ts";
import { findChromium } from "../find/find-chromium.ts";

/** Why no browser can be had, as one line; undefined: one can, as far as can be told without starting it. */
export async function whyNoBrowser(settings: BrowserSettings): Promise<string | undefined> {
  const { backend, cdpUrl, browserbase } = settings;
  if (backend === "cdp") return cdpUrl === undefined ? noCdpUrl : undefined;
  if (backend === "browserbase") return browserbase === undefined ? noBrowserbase : undefined;
  const found = await findChromium(settings);
  if ("path" in found) return undefined;
  if (backend === "auto" && (cdpUrl !== undefined || browserbase !== undefined)) return undefined;
  return found.missing;
}

const noCdpUrl = "The backend is cdp, and no address is set for it.";
const noBrowserbase =
  "The backend is browserbase, and BROWSERBASE_API_KEY and BROWSERBASE_PROJECT_ID are not both set.";
