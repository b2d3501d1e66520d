import type { DialogQueue } from "./dialog-queue.ts";
import type { Traffic } from "./traffic.ts";

export interface SettleOptions {
  readonly traffic: Traffic;
  readonly dialogs: DialogQueue;
  readonly tab: string;
  /** What began before is not waited for. */
  readonly mark: number;
  readonly signal: AbortSignal;
  /** A new page may take this long until it comes. Milliseconds. */
  readonly awaitMs: number;
  /** Its document may take this long to be read. Milliseconds. */
  readonly readMs: number;
}

/**
 * `awaited`: a new page has not come, and nothing can be read before. `loading`: parts of the page are missing. `settled`: nothing
 * is under way, or a dialog holds the page up.
 */
export type Settled = "settled" | "loading" | "awaited";

/** After an answer to a script more may be asked for, or something be shown. */
const quietMs = 150;
/** Longest wait for what a page loads by and by. */
const busyMs = 2_000;

/**
 * Waits until an action has had its effect: a page that it opened is read, and what it asked for has come. Returns at once
 * where it loads nothing.
 */
export async function settle(options: SettleOptions): Promise<Settled> {
  const { traffic, dialogs, tab, mark, signal } = options;
  let readAt = performance.now();
  for (;;) {
    signal.throwIfAborted();
    if (dialogs.isOpenIn(tab)) return "settled";
    const now = performance.now();
    const awaitedSince = traffic.awaitedSince(mark);
    const readingSince = traffic.readingSince(mark);
    if (awaitedSince !== undefined || readingSince !== undefined) readAt = now;
    const isBusy = readAt === now || traffic.openSince(mark) > 0;
    const quietFor = now - (traffic.leadingEndedAt(mark) ?? -Infinity);
    if (!isBusy && quietFor >= quietMs) return "settled";
    const until =
      awaitedSince !== undefined
        ? awaitedSince + options.awaitMs
        : readingSince !== undefined
          ? readingSince + options.readMs
          : readAt + busyMs;
    if (until <= now) return awaitedSince !== undefined ? "awaited" : isBusy ? "loading" : "settled";
    const ms = isBusy ? until - now : Math.min(until - now, quietMs - quietFor);
    await change(traffic, { ms, signal, dialogs, tab });
  }
}

interface ChangeOptions {
  readonly ms: number;
  readonly signal: AbortSignal;
  readonly dialogs: DialogQueue;
  readonly tab: string;
}

/** The next change of what is loaded, a dialog, the end of the wait, or the abort; whichever is first. */
async function change(traffic: Traffic, { ms, signal, dialogs, tab }: ChangeOptions): Promise<void> {
  const dialog = dialogs.untilOpen(tab);
  let stop = (): void => {};
  const changed = new Promise<void>((resolve) => {
    const unlisten = traffic.onChange(resolve);
    const timer = setTimeout(resolve, Math.max(1, ms));
    const onAbort = (): void => resolve();
    signal.addEventListener("abort", onAbort, { once: true });
    stop = () => {
      unlisten();
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    };
  });
  try {
    await Promise.race([changed, dialog.open]);
  } finally {
    stop();
    dialog.stop();
  }
}
