import type { Browser, BrowserContext, Page } from "playwright-core";

export interface WatchOptions {
  readonly browser: Browser;
  readonly context: BrowserContext;
  /** Any page of the context. */
  readonly page: Page;
  /** Where Chromium puts files while they are downloaded; undefined: elsewhere. */
  readonly downloadsFolder: string | undefined;
  readonly maxDownloadBytes: number;
}

/** What Chromium tells of a context earlier than Playwright does, or alone. */
export interface ContextWatch {
  /** Resolves when every page that a page has opened is known as a tab, after 2 s at the latest. */
  popupsOpened(): Promise<void>;
  /** A page that a page has opened is a tab now. */
  popupOpened(): void;
}

const openingMs = 2_000;

/**
 * Watches a context through a connection of its own: pages that are about to open, so that an action waits for them, and files
 * that become too large, so that they are cancelled before the disk is full.
 */
export async function watchContext(options: WatchOptions): Promise<ContextWatch> {
  const { browser, context, page, downloadsFolder, maxDownloadBytes } = options;
  const ofPage = await context.newCDPSession(page);
  const { targetInfo } = await ofPage.send("Target.getTargetInfo");
  void ofPage.detach().catch(() => undefined);
  const { browserContextId } = targetInfo;
  const scope = browserContextId === undefined ? {} : { browserContextId };
  const watch = await browser.newBrowserCDPSession();
  context.once("close", () => void watch.detach().catch(() => undefined));

  const opening = new Set<string>();
  const changed = new Set<() => void>();
  const tell = (): void => {
    for (const run of changed) run();
  };
  watch.on("Target.targetCreated", ({ targetInfo: created }) => {
    const isPopup = created.type === "page" && created.openerId !== undefined;
    if (isPopup && created.browserContextId === browserContextId) opening.add(created.targetId);
  });
  watch.on("Target.targetDestroyed", ({ targetId }) => {
    if (opening.delete(targetId)) tell();
  });
  watch.on("Browser.downloadProgress", ({ guid, receivedBytes, totalBytes, state }) => {
    if (state !== "inProgress" || Math.max(receivedBytes, totalBytes) <= maxDownloadBytes) return;
    void watch.send("Browser.cancelDownload", { guid, ...scope }).catch(() => undefined);
  });
  await watch.send("Target.setDiscoverTargets", { discover: true, filter: [{ type: "page" }] });
  // Those that are there already were created before.
  opening.clear();
  if (downloadsFolder !== undefined) {
    // The same as Playwright has said, with the events for this connection too.
    const behavior = {
      behavior: "allowAndName",
      downloadPath: downloadsFolder,
      eventsEnabled: true,
    } as const;
    await watch.send("Browser.setDownloadBehavior", { ...behavior, ...scope });
  }
  return {
    popupOpened() {
      const [first] = opening;
      if (first !== undefined) opening.delete(first);
      tell();
    },
    async popupsOpened() {
      if (opening.size === 0) return;
      let stop = (): void => {};
      await new Promise<void>((resolve) => {
        const look = (): void => {
          if (opening.size === 0) resolve();
        };
        const timer = setTimeout(() => {
          opening.clear();
          resolve();
        }, openingMs);
        changed.add(look);
        stop = () => {
          changed.delete(look);
          clearTimeout(timer);
        };
      }).finally(() => stop());
    },
  };
}
