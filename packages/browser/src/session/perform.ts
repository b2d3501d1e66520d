import type { BrowserSession } from "./browser-session.ts";
import { untilAborted } from "./lock.ts";
import { settle } from "./settle.ts";
import type { Settled } from "./settle.ts";
import type { Tab } from "./tab.ts";

export interface PerformOptions {
  readonly signal: AbortSignal;
  /** A page that opens may take this long until it comes. Milliseconds. @default 10_000 */
  readonly awaitMs?: number | undefined;
  /** Its document may take this long to be read. Milliseconds. @default 2_000 */
  readonly readMs?: number | undefined;
  /** Whether a tab that the page opens meanwhile is the current one then. @default true */
  readonly follows?: boolean | undefined;
}

/** What an action led to, before it is looked at. */
export interface Performed {
  readonly mark: number;
  /** The tab that is current now: the action may have opened one. */
  readonly tab: Tab | undefined;
  readonly isLoading: boolean;
}

/**
 * Does something in a page and waits until it has had its effect. A dialog that opens meanwhile ends the wait, since the page
 * stands still until it is answered; the action goes on behind it.
 */
export async function perform(
  session: BrowserSession,
  tab: Tab,
  action: (signal: AbortSignal) => Promise<unknown>,
  options: PerformOptions,
): Promise<Performed> {
  const { signal, follows = true } = options;
  const mark = tab.traffic.mark();
  const { begun } = session.downloads;
  session.isActing = follows;
  try {
    await begin(session, tab, action, { ...options, mark });
    await untilAborted(session.popupsOpened(), signal);
    const now = session.currentTab();
    const settled = await settleTab(session, now ?? tab, { ...options, mark: now === tab ? mark : 0 });
    // A page that turns out to be a file ends as a page, and begins as a download a moment later.
    const load = tab.traffic.hasOpenedSince(mark) ? tab.traffic.lastLoad() : undefined;
    if (load?.failure?.includes("ERR_ABORTED") === true)
      await untilAborted(session.downloads.untilBegun(begun), signal);
    await untilSaved(session, signal);
    return { mark, tab: session.currentTab(), isLoading: settled !== "settled" };
  } catch (error) {
    await giveUpAwaited(tab);
    throw error;
  } finally {
    session.isActing = false;
    tab.lastAction = { mark, at: performance.now() };
  }
}

/** Pages wait so long before they answer to what is typed, lest they answer to each key. */
const debounceMs = 400;

/**
 * Waits for what a page does a moment after an action. Whoever thinks between an action and a look never waits; a script that looks at
 * once would see the page before it has answered.
 */
export async function untilAnswered(session: BrowserSession, signal: AbortSignal): Promise<void> {
  const tab = session.currentTab();
  const left = Math.ceil((tab?.lastAction?.at ?? -Infinity) + debounceMs - performance.now());
  if (tab?.lastAction === undefined || left <= 0) return;
  const moment = AbortSignal.any([signal, AbortSignal.timeout(left)]);
  await new Promise<void>((resolve) => {
    moment.addEventListener("abort", () => resolve(), { once: true });
  });
  await settleTab(session, tab, { mark: tab.lastAction.mark, signal });
}

/** Waits for a page that one is led to by itself: until it comes, nothing can be read. */
export async function untilReadable(session: BrowserSession, tab: Tab, signal: AbortSignal): Promise<void> {
  if (tab.traffic.awaitedSince(0) !== undefined) await settleTab(session, tab, { mark: 0, signal });
}

type SettleTabOptions = PerformOptions & { readonly mark: number };

async function begin(
  session: BrowserSession,
  tab: Tab,
  action: (signal: AbortSignal) => Promise<unknown>,
  { mark, signal, awaitMs = defaultAwaitMs(session) }: SettleTabOptions,
): Promise<void> {
  const limit = new AbortController();
  const dialog = session.dialogs.untilOpen(tab.id);
  const late = untilLate(tab, mark, awaitMs);
  const work = action(AbortSignal.any([signal, limit.signal]));
  work.catch(() => undefined);
  try {
    // For a page that does not answer at all: what Playwright itself limits ends before.
    const end = AbortSignal.timeout(Math.max(awaitMs, session.settings.commandTimeoutMs) + 5_000);
    await untilAborted(Promise.race([work, dialog.open, late.reached]), AbortSignal.any([signal, end]));
    if (late.isReached()) limit.abort();
  } catch (error) {
    // It has done its work where a page is awaited: what ended is the wait for that.
    if (signal.aborted || tab.traffic.awaitedSince(mark) === undefined) throw error;
  } finally {
    dialog.stop();
    late.stop();
  }
}

async function settleTab(session: BrowserSession, tab: Tab, options: SettleTabOptions): Promise<Settled> {
  const { mark, signal, awaitMs = defaultAwaitMs(session), readMs = 2_000 } = options;
  const { dialogs } = session;
  const { traffic } = tab;
  const settled = await settle({ traffic, dialogs, tab: tab.id, mark, signal, awaitMs, readMs });
  if (settled === "awaited") {
    const url = traffic.lastLoad()?.url.slice(0, 200) ?? "";
    session.note(`${url} did not answer within ${awaitMs / 1_000} s: its loading was ended.`);
    await giveUpAwaited(tab);
  }
  return settled;
}

function defaultAwaitMs(session: BrowserSession): number {
  return Math.min(10_000, session.settings.commandTimeoutMs);
}

/** Chromium answers nothing about a page while another one is awaited in its place. */
async function giveUpAwaited({ page, traffic }: Tab): Promise<void> {
  if (traffic.awaitedSince(0) === undefined || page.isClosed()) return;
  const cdp = await page
    .context()
    .newCDPSession(page)
    .catch(() => undefined);
  await cdp?.send("Page.stopLoading").catch(() => undefined);
  await cdp?.detach().catch(() => undefined);
}

/** A small file is there at once, and then is in the result of the action that asked for it. */
async function untilSaved({ downloads }: BrowserSession, signal: AbortSignal): Promise<void> {
  if (downloads.running === 0) return;
  let timer: NodeJS.Timeout | undefined;
  const moment = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, 2_000);
  });
  await untilAborted(Promise.race([downloads.settled(), moment]), signal).finally(() => clearTimeout(timer));
}

interface Late {
  readonly reached: Promise<void>;
  readonly isReached: () => boolean;
  readonly stop: () => void;
}

/** Resolves when a page has been awaited for so long that nobody waits for it any more. */
function untilLate({ traffic }: Tab, mark: number, awaitMs: number): Late {
  let timer: NodeJS.Timeout | undefined;
  let isReached = false;
  let stop = (): void => {};
  const reached = new Promise<void>((resolve) => {
    const reach = (): void => {
      isReached = true;
      resolve();
    };
    const look = (): void => {
      clearTimeout(timer);
      const since = traffic.awaitedSince(mark);
      if (since !== undefined) timer = setTimeout(reach, Math.max(0, since + awaitMs - performance.now()));
    };
    const unlisten = traffic.onChange(look);
    stop = () => {
      unlisten();
      clearTimeout(timer);
    };
  });
  return { reached, isReached: () => isReached, stop };
}
