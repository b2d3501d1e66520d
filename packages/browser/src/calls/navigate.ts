import { HermesError, untrustedSources } from "@hermes/registry";
import type { ToolContext, ToolFinding } from "@hermes/registry";
import { checkScheme, toAddress } from "../address.ts";
import type { BrowserSession } from "../session/browser-session.ts";
import { explainFailure } from "../session/network-failure.ts";
import { perform } from "../session/perform.ts";
import type { Performed } from "../session/perform.ts";
import type { Tab } from "../session/tab.ts";
import type { BrowserToolsOptions } from "../tools/browser-tools-options.ts";
import { hostOf } from "./from-page.ts";
import { inSession } from "./in-session.ts";
import { pageResult, refusalOf } from "./page-result.ts";

interface NavigateInput {
  readonly url: string;
  readonly new_tab?: boolean | undefined;
  readonly tab?: string | undefined;
}

/** A page that comes slowly is shown as far as it is there. */
const readMs = 10_000;
const maxAttempts = 3;

/** Opens a page. */
export async function navigate(
  { url, new_tab: newTab = false, tab: tabId }: NavigateInput,
  context: ToolContext,
  options: BrowserToolsOptions,
): Promise<unknown> {
  return await inSession(options, context, async (session) => {
    const address = toAddress(url);
    checkScheme(address);
    await checkEgress(session, address, context.signal);
    if (!session.isOpen) context.progress?.({ text: "Opening the browser" });
    const tab = await tabFor(session, { newTab, tabId });
    const after = await open(session, tab, { address, signal: context.signal });
    failWhereNothingCame(session, after);
    tab.lastSnapshot = undefined;
    return await pageResult({ options, session, context, after });
  });
}

/** Sites know the person by a kept profile. Elsewhere the guard judges addresses by itself. */
export async function judgeNavigation(
  { url }: NavigateInput,
  context: ToolContext,
  { browsers, judge }: BrowserToolsOptions,
): Promise<readonly ToolFinding[]> {
  if (judge === undefined || untrustedSources(context.provenance).length === 0) return [];
  const { profile, personal: isTheirs = false } = browsers.settings;
  const session = await browsers.session(context.taskId);
  if (profile === undefined && !isTheirs && !session.hasPassword) return [];
  const host = hostOf(session.currentTab()?.page.url() ?? "");
  return await judge({ tool: "browser_navigate", host, personal: true, link: toAddress(url) }, context);
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
  const go = async (ended: AbortSignal, attempt = 1): Promise<void> => {
    try {
      await tab.page.goto(address, { waitUntil: "commit", timeout, signal: ended });
    } catch (error) {
      // A file in place of a page is saved, and the tab stays where it was.
      if (/Download is starting/.test(String(error))) return;
      const [, other] = /interrupted by another navigation to "([^"]*)"/.exec(String(error)) ?? [];
      if (other === undefined) throw error;
      // The page leads on by itself: that is waited for as for any other.
      if (!other.startsWith("chrome-error:")) return;
      // Chromium's error page for what was opened before came in between.
      if (attempt === maxAttempts) throw error;
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
