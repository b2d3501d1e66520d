import type { Page } from "playwright-core";
import type { Snapshot } from "../snapshot/take-snapshot.ts";
import { ConsoleLog } from "./console-log.ts";
import type { DialogQueue } from "./dialog-queue.ts";
import type { Downloads } from "./downloads.ts";
import { Traffic } from "./traffic.ts";

export interface TabOptions {
  readonly id: string;
  readonly page: Page;
  readonly dialogs: DialogQueue;
  readonly downloads: Downloads;
  /** Told in the next result. */
  readonly note: (text: string) => void;
  /** A page that this one opened. */
  readonly onPopup: (page: Page) => void;
  readonly onGone: (tab: Tab) => void;
}

/** One page of a session, with what has happened in it. */
export class Tab {
  readonly id: string;
  readonly page: Page;
  readonly console: ConsoleLog = new ConsoleLog();
  readonly traffic: Traffic;
  /** What the model was shown last; differences are counted from it. */
  lastSnapshot: Snapshot | undefined;
  /** When it was acted on last, and what it loaded before. */
  lastAction: { readonly mark: number; readonly at: number } | undefined;
  /** Why it can't be used any more. */
  crash: string | undefined;
  /** Whether a script kept it from answering. */
  isStuck = false;

  constructor({ id, page, dialogs, downloads, note, onPopup, onGone }: TabOptions) {
    this.id = id;
    this.page = page;
    this.traffic = new Traffic(page);
    page.on("console", (message) => {
      const { url, lineNumber } = message.location();
      this.console.message({ type: message.type(), text: message.text(), url, line: lineNumber });
    });
    page.on("pageerror", (error) => this.console.error(error.message));
    page.on("dialog", (dialog) => dialogs.opened(id, dialog));
    page.on("download", (download) => {
      this.traffic.noPage();
      downloads.begin(download);
    });
    page.on("filechooser", () => {
      note(
        `The page asked for a file in ${id}. Files are not given to pages: the question was left unanswered.`,
      );
    });
    page.on("popup", onPopup);
    page.on("framenavigated", (frame) => {
      if (frame !== page.mainFrame() || isForPages(frame.url())) return;
      note(`The tab ${id} was led to ${schemeOf(frame.url())}, which is not opened here.`);
      void page.goto("about:blank").catch(() => undefined);
    });
    page.on("crash", () => {
      this.crash = `The page in ${id} (${page.url()}) crashed.`;
      onGone(this);
    });
    page.on("close", () => onGone(this));
  }
}

/** What pages may be in. Chromium's own error page stands for a page that could not be opened. */
function isForPages(url: string): boolean {
  return /^(https?:|about:|blob:|data:|chrome-error:)/i.test(url) || url === "";
}

function schemeOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0] ?? "an address";
}
