import { HermesError } from "@hermes/registry";
import { messageOf } from "../session/message-of.ts";
import type { BrowserSettings } from "../browsers-options.ts";
import { findChromium } from "../find/find-chromium.ts";
import { openBrowserbase } from "./browserbase.ts";
import { connectCdp } from "./connect-cdp.ts";
import type { Engine } from "./engine.ts";
import { launchLocal } from "./launch-local.ts";
import { whyNoBrowser } from "./why-no-browser.ts";

/**
 * Opens the browser that the settings want. `auto` takes the first that there is, and goes on to the next when it fails.
 *
 * @throws {HermesError} `BROWSER_MISSING`, `BROWSER_NOT_STARTED`, `BROWSER_NOT_CONNECTED`, `BROWSER_NO_PLAYWRIGHT`
 */
export async function openEngine(settings: BrowserSettings): Promise<Engine> {
  const ways = await waysToOpen(settings);
  const failures: string[] = [];
  for (const [index, open] of ways.entries())
    try {
      const engine = await open();
      return failures.length === 0 ? engine : { ...engine, notes: [...engine.notes, ...failures] };
    } catch (error) {
      if (index === ways.length - 1) throw error;
      failures.push(`${messageOf(error)} So the next backend is used.`);
    }
  throw missing((await whyNoBrowser(settings)) ?? "There is no browser.");
}

async function waysToOpen(settings: BrowserSettings): Promise<readonly (() => Promise<Engine>)[]> {
  const { backend, cdpUrl, browserbase } = settings;
  const wants = (kind: string): boolean => backend === kind || backend === "auto";
  const found = wants("local") ? await findChromium(settings) : undefined;
  return [
    ...(found !== undefined && "path" in found ? [async () => await launchLocal(found.path, settings)] : []),
    ...(wants("cdp") && cdpUrl !== undefined
      ? [async () => await connectCdp({ kind: "cdp", url: cdpUrl, settings })]
      : []),
    ...(wants("browserbase") && browserbase !== undefined
      ? [async () => await openBrowserbase(browserbase, settings)]
      : []),
  ];
}

function missing(line: string): HermesError {
  return new HermesError(line, {
    code: "BROWSER_MISSING",
    hint: "Nothing else can be done from here: say it to the person.",
  });
}
