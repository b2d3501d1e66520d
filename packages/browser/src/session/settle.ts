import type { DialogQueue } from "./dialog-queue.ts";
import type { Traffic } from "./traffic.ts";

export interface SettleOptions {
  readonly traffic: Traffic;
  readonly dialogs: DialogQueue;
  readonly tab: string;
  /** What began before is not waited for. */
  readonly mark: number;
  readonly signal: AbortSignal;
  /** A new page may take this long until its document is read. */
  readonly loadMs?: number | undefined;
}

/** After an answer to a script more may be asked for, or something be shown. */
const quietMs = 150;
/** Longest wait for what a page loads by and by. */
const busyMs = 2_000;

/**
 * Waits until an action has had its effect: a page that it opened is read, and what it asked for has come. Returns at once
 * where it loads nothing, and when a dialog opens.
 *
 * @returns Whether something is still loading.
 */
export async function settle({
  traffic,
  dialogs,
  tab,
  mark,
  signal,
  loadMs = busyMs,
}: SettleOptions): Promise<boolean> {
  const startedAt = performance.now();
  let readAt = startedAt;
  for (;;) {
    signal.throwIfAborted();
    if (dialogs.isOpenIn(tab)) return false;
    const now = performance.now();
    const isLoading = traffic.loadingSince(mark) !== undefined;
    if (isLoading) readAt = now;
    const isBusy = isLoading || traffic.openSince(mark) > 0;
    const quietFor = now - (traffic.leadingEndedAt(mark) ?? -Infinity);
    if (!isBusy && quietFor >= quietMs) return false;
    const left = isLoading ? startedAt + loadMs - now : readAt + busyMs - now;
    if (left <= 0) return isBusy;
    await change(traffic, { ms: isBusy ? left : Math.min(left, quietMs - quietFor), signal, dialogs, tab });
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
