import type { BrowserSession } from "./browser-session.ts";
import { untilAborted } from "./lock.ts";
import { settle } from "./settle.ts";
import type { Tab } from "./tab.ts";

export interface PerformOptions {
  readonly signal: AbortSignal;
  /** A page that opens may take this long until its document is read. Milliseconds. @default 2_000 */
  readonly loadMs?: number | undefined;
  /** The action itself may wait this long for a page that opens. Milliseconds. @default `loadMs` */
  readonly waitMs?: number | undefined;
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
  { signal, loadMs = 2_000, waitMs = loadMs }: PerformOptions,
): Promise<Performed> {
  const mark = tab.traffic.mark();
  const limit = new AbortController();
  const dialog = session.dialogs.untilOpen(tab.id);
  const late = untilLate(tab, mark, waitMs);
  const work = action(AbortSignal.any([signal, limit.signal]));
  try {
    const first = await untilAborted(
      Promise.race([
        work.then(() => "done" as const),
        dialog.open.then(() => "dialog" as const),
        late.reached.then(() => "late" as const),
      ]),
      signal,
    );
    if (first !== "done") work.catch(() => undefined);
    if (first === "late") limit.abort();
  } finally {
    dialog.stop();
    late.stop();
  }
  await untilAborted(session.popupsOpened(), signal);
  const now = session.currentTab();
  const isLoading = await settleTab(session, now ?? tab, { mark: now === tab ? mark : 0, signal, loadMs });
  return { mark, tab: session.currentTab(), isLoading };
}

async function settleTab(
  session: BrowserSession,
  tab: Tab,
  { mark, signal, loadMs }: { readonly mark: number; readonly signal: AbortSignal; readonly loadMs: number },
): Promise<boolean> {
  const { dialogs } = session;
  const isLoading = await settle({ traffic: tab.traffic, dialogs, tab: tab.id, mark, signal, loadMs });
  // A small file is there at once, and then is in the result of the action that asked for it.
  if (session.downloads.running > 0) {
    let timer: NodeJS.Timeout | undefined;
    const moment = new Promise<void>((resolve) => (timer = setTimeout(resolve, 2_000)));
    await untilAborted(Promise.race([session.downloads.settled(), moment]), signal).finally(() =>
      clearTimeout(timer),
    );
  }
  return isLoading;
}

/** Resolves when a page has been loading for so long that nobody waits for it any more. */
function untilLate(
  { traffic }: Tab,
  mark: number,
  waitMs: number,
): { readonly reached: Promise<void>; readonly stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let stop = (): void => {};
  const reached = new Promise<void>((resolve) => {
    const look = (): void => {
      const since = traffic.loadingSince(mark);
      clearTimeout(timer);
      if (since !== undefined) timer = setTimeout(resolve, Math.max(0, since + waitMs - performance.now()));
    };
    const unlisten = traffic.onChange(look);
    stop = () => {
      unlisten();
      clearTimeout(timer);
    };
  });
  return { reached, stop };
}
