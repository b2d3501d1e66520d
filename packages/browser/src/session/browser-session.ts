import { HermesError } from "@hermes/registry";
import type { Page } from "playwright-core";
import type { BrowserSettings } from "../browsers-options.ts";
import type { HeldContext } from "./context-pool.ts";
import { DialogQueue } from "./dialog-queue.ts";
import { Downloads } from "./downloads.ts";
import { Lock, untilAborted, within } from "./lock.ts";
import { Tab } from "./tab.ts";
import { watchContext } from "./watch-context.ts";
import type { ContextWatch } from "./watch-context.ts";

/** A tab as it is listed. */
export interface TabFacts {
  readonly id: string;
  readonly url: string;
  readonly is_current: boolean;
}

export interface SessionOptions {
  readonly taskId: string;
  readonly settings: BrowserSettings;
  /** Opens a context, and the browser before it where none runs. */
  readonly openContext: () => Promise<HeldContext>;
}

/** Further pages that pages open are closed at once. */
const maxTabs = 20;
const maxNotes = 20;
/** A page that does not answer does not hold up the end. */
const closeMs = 5_000;

/** The tabs of one task. Nothing is opened before the first page is asked for. */
export class BrowserSession {
  readonly taskId: string;
  readonly settings: BrowserSettings;
  readonly dialogs: DialogQueue;
  readonly downloads: Downloads;
  readonly #openContext: () => Promise<HeldContext>;
  readonly #lock: Lock = new Lock();
  #held: Promise<HeldContext> | undefined;
  #ready: HeldContext | undefined;
  #tabs: Tab[] = [];
  #current: Tab | undefined;
  #tabCount = 0;
  #notes: string[] = [];
  #ended: string | undefined;
  #lastUrl: string | undefined;
  #watch: ContextWatch | undefined;
  /** Whether a password was typed: whoever acts here from then on acts for the person. */
  hasPassword = false;
  /** Whether the model acts on a page now: then it goes where that leads. */
  isActing = false;

  constructor({ taskId, settings, openContext }: SessionOptions) {
    this.taskId = taskId;
    this.settings = settings;
    this.#openContext = openContext;
    const note = (text: string): void => this.note(text);
    this.dialogs = new DialogQueue({
      policy: settings.dialogPolicy,
      timeoutMs: settings.dialogTimeoutMs,
      clock: settings.clock,
      note,
    });
    this.downloads = new Downloads({
      folder: () => settings.folderOf(taskId),
      maxBytes: settings.maxDownloadBytes,
      onFile: settings.onFile,
      note,
    });
  }

  /** Calls never run beside each other: a second one would see what the first is only about to do. */
  async run<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    try {
      return await this.#lock.run(signal, work);
    } finally {
      this.#ready?.saveSoon();
    }
  }

  get isBusy(): boolean {
    return this.#lock.isBusy;
  }

  get isOpen(): boolean {
    return this.#held !== undefined;
  }

  /** The context, where one is open. */
  get context(): HeldContext | undefined {
    return this.#ready;
  }

  /** The tab with an id, which is the current one from now on; without an id the current one. */
  tab(id?: string): Tab {
    const tab = id === undefined ? this.#current : this.#tabs.find((each) => each.id === id);
    if (tab !== undefined) return (this.#current = tab);
    const why = this.#ended;
    this.#ended = undefined;
    if (id !== undefined && this.#tabs.length > 0)
      throw new HermesError(`There is no tab ${JSON.stringify(id)}.`, {
        code: "BROWSER_NO_PAGE",
        hint: `Open: ${this.#tabs.map((each) => each.id).join(", ")}.`,
      });
    throw new HermesError(why ?? "No page is open.", {
      code: "BROWSER_NO_PAGE",
      hint: "Open one with browser_navigate.",
    });
  }

  /** The tab with an id, or the current one, where there is one. Changes nothing. */
  currentTab(id?: string): Tab | undefined {
    return id === undefined ? this.#current : this.#tabs.find((each) => each.id === id);
  }

  tabs(): readonly TabFacts[] {
    return this.#tabs.map((tab) => ({ id: tab.id, url: tab.page.url(), is_current: tab === this.#current }));
  }

  async openTab(): Promise<Tab> {
    this.#ended = undefined;
    if (this.#tabs.length >= maxTabs)
      throw new HermesError(`${maxTabs} tabs are open, and more are not kept.`, {
        code: "BROWSER_NO_PAGE",
        hint: "Close one with browser_close and its id.",
      });
    const held = await (this.#held ??= this.#open());
    const page = await held.context.newPage();
    const tab = this.#adopt(page);
    const { downloadsFolder, browser } = held.engine;
    const { maxDownloadBytes } = this.settings;
    const { context } = held;
    this.#watch ??= await watchContext({ browser, context, page, downloadsFolder, maxDownloadBytes });
    return tab;
  }

  async closeTab(tab: Tab): Promise<void> {
    await tab.page.close();
    this.#gone(tab);
  }

  /** Closes everything. The next call begins anew, and is told why. */
  async close(why?: string): Promise<void> {
    const held = this.#held;
    const last = this.#current?.page.url();
    const tabs = this.#tabs;
    this.#forget();
    if (why !== undefined && last !== undefined) this.#ended = `${why} It was at ${last}.`;
    if (held === undefined) return;
    const open = await held.catch(() => undefined);
    if (open === undefined) return;
    // Of a context that others use too, the tabs alone are closed; it says itself what it does with the rest.
    if (open.isShared) await within(closeMs, Promise.all(tabs.map(async ({ page }) => await page.close())));
    await within(closeMs, open.close());
    await within(closeMs, this.downloads.settled());
  }

  /** Why the current page was emptied, once everything that it asked for is checked; undefined: it was not. */
  async refusal(signal: AbortSignal): Promise<string | undefined> {
    const requests = this.#ready?.requests;
    if (requests === undefined) return undefined;
    await untilAborted(requests.settled(), signal);
    return this.#current === undefined ? undefined : requests.takeRefusal(this.#current.page);
  }

  /** Resolves when pages that an action has opened are tabs. */
  async popupsOpened(): Promise<void> {
    await this.#watch?.popupsOpened();
  }

  /** To be told in the next result; a page that does something over and over does not fill it. */
  note(text: string): void {
    if (this.#notes.length < maxNotes) this.#notes.push(text);
  }

  takeNotes(): readonly string[] {
    const notes = [...new Set(this.#notes)];
    this.#notes = [];
    return notes;
  }

  async #open(): Promise<HeldContext> {
    try {
      const held = await this.#openContext();
      this.#ready = held;
      const lost = (): void => {
        if (this.#ready === held) this.#lost("The browser ended unexpectedly.");
      };
      held.context.once("close", lost);
      held.engine.browser.once("disconnected", lost);
      return held;
    } catch (error) {
      this.#held = undefined;
      throw error;
    }
  }

  #lost(why: string): void {
    const last = this.#current?.page.url() ?? this.#lastUrl;
    this.#forget();
    this.#ended = last === undefined ? why : `${why} It was at ${last}.`;
  }

  #forget(): void {
    for (const tab of this.#tabs) this.dialogs.closed(tab.id);
    this.#held = undefined;
    this.#ready = undefined;
    this.#watch = undefined;
    this.hasPassword = false;
    this.#tabs = [];
    this.#current = undefined;
  }

  #adopt(page: Page): Tab {
    const tab = new Tab({
      id: `t${++this.#tabCount}`,
      page,
      dialogs: this.dialogs,
      downloads: this.downloads,
      note: (text) => this.note(text),
      onPopup: (popup) => this.#opened(tab, popup),
      onGone: (gone) => this.#gone(gone),
    });
    page.setDefaultTimeout(this.settings.commandTimeoutMs);
    page.setDefaultNavigationTimeout(this.settings.navigationTimeoutMs);
    this.#tabs.push(tab);
    this.#current = tab;
    return tab;
  }

  #opened(opener: Tab, page: Page): void {
    this.#watch?.popupOpened();
    if (this.#tabs.length >= maxTabs) {
      this.note(`${opener.id} opened more tabs than ${maxTabs}: further ones are closed.`);
      void page.close().catch(() => undefined);
      return;
    }
    const before = this.#current;
    const tab = this.#adopt(page);
    const isFollowed = this.isActing && opener === before;
    if (!isFollowed) this.#current = before;
    this.note(`${opener.id} opened the tab ${tab.id}${isFollowed ? ", which is the current one now" : ""}.`);
  }

  #gone(tab: Tab): void {
    if (!this.#tabs.includes(tab)) return;
    this.dialogs.closed(tab.id);
    this.#tabs = this.#tabs.filter((each) => each !== tab);
    if (tab.crash !== undefined) {
      this.note(tab.crash);
      void tab.page.close().catch(() => undefined);
    }
    if (this.#current !== tab) return;
    this.#lastUrl = tab.page.url();
    this.#current = this.#tabs.at(-1);
    if (this.#current === undefined) this.#ended = tab.crash ?? `The page closed its last tab.`;
  }
}
