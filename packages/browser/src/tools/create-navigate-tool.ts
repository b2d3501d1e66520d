import { HermesError, defineTool } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import * as z from "zod";
import type { BrowserSession } from "../session/browser-session.ts";
import { explainFailure } from "../session/network-failure.ts";
import { perform } from "../session/perform.ts";
import type { Performed } from "../session/perform.ts";
import type { Tab } from "../session/tab.ts";
import { checkScheme, toAddress } from "./address.ts";
import { pageResult, refusalOf } from "./page-result.ts";
import { actions } from "./tool-parts.ts";
import type { ToolParts } from "./tool-parts.ts";

const input = z.object({
  url: z.string().min(1).describe("Address of the page, http or https."),
  new_tab: z.boolean().optional().describe("Open it in a new tab beside those that are open."),
  tab: z.string().optional().describe('Open it in this tab, such as "t1".'),
});

/** A page that comes slowly is shown as far as it is there. */
const readMs = 10_000;
const maxAttempts = 3;

/** Opens a page. */
export function createNavigateTool(parts: ToolParts): Tool {
  return defineTool({
    ...parts.shared,
    name: "browser_navigate",
    description:
      "Open a web page in the browser and see what it shows: a tree of its visible elements with references such as @e5 for browser_click and browser_type. Comes first; for pages that only need to be read, web_extract is faster. Tabs: new_tab opens one, tab chooses one.",
    input,
    action: actions.navigate,
    argument: ({ url }) => ({ kind: "url", urls: [toAddress(url)] }),
    timeoutMs: parts.browsers.settings.navigationTimeoutMs + 60_000,
    detail: ({ url }) => url,
    async execute({ url, new_tab: newTab = false, tab: tabId }, context) {
      return await parts.call(context, async (session) => {
        const address = toAddress(url);
        checkScheme(address);
        await checkEgress(session, address, context.signal);
        if (!session.isOpen) context.progress?.({ text: "Opening the browser" });
        const tab = await tabFor(session, { newTab, tabId });
        const after = await open(session, tab, { address, signal: context.signal });
        failWhereNothingCame(session, after);
        tab.lastSnapshot = undefined;
        return await pageResult({ parts, session, context, after });
      });
    },
  });
}

/** @throws {HermesError} `BROWSER_REFUSED` */
export async function checkEgress(session: BrowserSession, url: string, signal: AbortSignal): Promise<void> {
  const { egress } = session.settings;
  if (egress === "open" || url === "about:blank") return;
  const reason = await egress.check(url, { signal });
  if (reason !== undefined) throw refused(reason);
}

function refused(reason: string): HermesError {
  return new HermesError(reason, {
    code: "BROWSER_REFUSED",
    hint: "Open another address, or tell the person.",
  });
}

interface Wanted {
  readonly newTab: boolean;
  readonly tabId: string | undefined;
}

async function tabFor(session: BrowserSession, { newTab, tabId }: Wanted): Promise<Tab> {
  if (tabId !== undefined) return session.tab(tabId);
  const current = session.currentTab();
  if (newTab || current === undefined) return await session.openTab();
  if (!current.isStuck) return current;
  // A page whose script never ends can't be left: its tab is given up.
  const fresh = await session.openTab();
  await session.closeTab(current);
  return fresh;
}

interface Opening {
  readonly address: string;
  readonly signal: AbortSignal;
}

async function open(session: BrowserSession, tab: Tab, { address, signal }: Opening): Promise<Performed> {
  const { navigationTimeoutMs: timeout } = session.settings;
  const { begun } = session.downloads;
  const go = async (ended: AbortSignal, attempt = 1): Promise<void> => {
    try {
      await tab.page.goto(address, { waitUntil: "commit", timeout, signal: ended });
    } catch (error) {
      // A file in place of a page is saved, and the tab stays where it was.
      if (/Download is starting/.test(String(error))) return await session.downloads.untilBegun(begun);
      // Chromium's error page for what was opened before may come in between.
      const isInterrupted = /interrupted by another navigation to "chrome-error:/.test(String(error));
      if (!isInterrupted || attempt === maxAttempts) throw error;
      await go(ended, attempt + 1);
    }
  };
  try {
    return await perform(session, tab, async (ended) => await go(ended), {
      signal,
      awaitMs: timeout,
      readMs,
      follows: false,
    });
  } catch (error) {
    const load = tab.traffic.lastLoad();
    const reason = load === undefined ? undefined : refusalOf(session, load);
    throw reason === undefined ? error : refused(reason);
  }
}

/** The address led, by redirects, to what may not be opened, or to what did not come. */
function failWhereNothingCame(session: BrowserSession, { tab, mark }: Performed): void {
  const load = tab?.traffic.lastLoad();
  if (tab === undefined || load === undefined || !tab.traffic.hasOpenedSince(mark)) return;
  const reason = refusalOf(session, load);
  if (reason !== undefined) throw refused(reason);
  if (load.failure === undefined || !tab.page.url().startsWith("chrome-error:")) return;
  const { message, hint } = explainFailure(load.url, load.failure);
  throw new HermesError(message, { code: "BROWSER_NO_PAGE", hint });
}
