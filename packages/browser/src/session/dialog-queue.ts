import type { Dialog } from "playwright-core";
import type { BrowserClock, DialogPolicy } from "../browsers-options.ts";

/** A dialog as the model is shown it. */
export interface PendingDialog {
  readonly id: string;
  /** `alert`, `confirm`, `prompt` or `beforeunload`. */
  readonly type: string;
  readonly message: string;
  readonly default_text?: string | undefined;
  readonly tab: string;
}

export interface DialogQueueOptions {
  readonly policy: DialogPolicy;
  readonly timeoutMs: number;
  readonly clock: BrowserClock;
  /** Told in the next result: what was answered without being asked. */
  readonly note: (text: string) => void;
}

interface Held {
  readonly shown: PendingDialog;
  readonly dialog: Dialog;
  readonly cancelTimer: () => void;
}

const maxMessageChars = 1_000;

/** The dialogs of a session. While one is open its page stands still: whoever waits for the page asks here first. */
export class DialogQueue {
  readonly #options: DialogQueueOptions;
  readonly #held = new Map<string, Held>();
  readonly #waiting = new Map<string, Set<() => void>>();
  #count = 0;

  constructor(options: DialogQueueOptions) {
    this.#options = options;
  }

  opened(tab: string, dialog: Dialog): void {
    const { policy, timeoutMs, clock, note } = this.#options;
    const shown = this.#describe(tab, dialog);
    if (policy !== "must_respond") {
      note(`${line(shown)} was ${policy === "accept" ? "accepted" : "dismissed"}, as the settings say.`);
      settleSoon(dialog, policy === "accept");
      return;
    }
    const cancelTimer = clock.after(timeoutMs, () => {
      if (!this.#held.delete(shown.id)) return;
      note(`${line(shown)} was dismissed, since nobody answered it for ${timeoutMs / 1_000} s.`);
      settleSoon(dialog, false);
    });
    this.#held.set(shown.id, { shown, dialog, cancelTimer });
    for (const wake of this.#waiting.get(tab) ?? []) wake();
  }

  pending(): readonly PendingDialog[] {
    return [...this.#held.values()].map(({ shown }) => shown);
  }

  isOpenIn(tab: string): boolean {
    return this.pending().some((dialog) => dialog.tab === tab);
  }

  /** Resolves when a dialog is open in the tab, at once where one is. `stop` when it is not wanted any more. */
  untilOpen(tab: string): { readonly open: Promise<void>; readonly stop: () => void } {
    const listeners = this.#waiting.get(tab) ?? new Set();
    this.#waiting.set(tab, listeners);
    let wake = (): void => {};
    const open = new Promise<void>((resolve) => {
      wake = resolve;
      listeners.add(wake);
    });
    if (this.isOpenIn(tab)) wake();
    return { open, stop: () => listeners.delete(wake) };
  }

  /** @returns The dialog; undefined where there is none with this id, or none at all. */
  async answer(
    id: string | undefined,
    accept: boolean,
    text: string | undefined,
  ): Promise<PendingDialog | undefined> {
    const held = id === undefined ? [...this.#held.values()][0] : this.#held.get(id);
    if (held === undefined) return undefined;
    this.#forget(held.shown.id);
    await settle(held.dialog, accept, text);
    return held.shown;
  }

  /** The tab is gone, and its dialogs with it. */
  closed(tab: string): void {
    for (const { shown } of this.#held.values()) if (shown.tab === tab) this.#forget(shown.id);
    this.#waiting.delete(tab);
  }

  #forget(id: string): void {
    this.#held.get(id)?.cancelTimer();
    this.#held.delete(id);
  }

  #describe(tab: string, dialog: Dialog): PendingDialog {
    const text = dialog.defaultValue();
    return {
      id: `d${++this.#count}`,
      type: dialog.type(),
      message: dialog.message().slice(0, maxMessageChars),
      ...(text === "" ? {} : { default_text: text.slice(0, maxMessageChars) }),
      tab,
    };
  }
}

function line({ type, message, tab }: PendingDialog): string {
  return `The dialog ${type} ${JSON.stringify(message.slice(0, 200))} in ${tab}`;
}

function settleSoon(dialog: Dialog, accept: boolean): void {
  settle(dialog, accept).catch(() => undefined);
}

/** A dialog that is gone already needs no answer. */
async function settle(dialog: Dialog, accept: boolean, text?: string): Promise<void> {
  await (accept ? dialog.accept(text) : dialog.dismiss()).catch(() => undefined);
}
