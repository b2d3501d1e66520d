import { stat } from "node:fs/promises";
import type { Provenance } from "@hermes/registry";
import type { Browser, BrowserContext, Download, Page } from "playwright-core";
import { copyInto, safeFileName } from "./file-name.ts";
import { messageOf } from "./message-of.ts";

export interface DownloadsOptions {
  /** Where they go in the end. */
  readonly folder: () => string;
  readonly maxBytes: number;
  readonly onFile: ((path: string, source: Provenance) => void | Promise<void>) | undefined;
  /** Told in the next result. */
  readonly note: (text: string) => void;
  /** Called when one has begun or ended. */
  readonly onChange: () => void;
}

/** Further ones are cancelled: a page may start as many as it likes. */
const maxAtOnce = 10;
/** So many times the size of one file may come into the folder of a session. */
const maxTotal = 10;

/** Saves what pages of a session hand out. */
export class Downloads {
  readonly #options: DownloadsOptions;
  readonly #running = new Set<Promise<void>>();
  #savedBytes = 0;
  #cancelled = 0;

  constructor(options: DownloadsOptions) {
    this.#options = options;
  }

  get running(): number {
    return this.#running.size;
  }

  begin(download: Download): void {
    const isFull = this.#savedBytes >= this.#options.maxBytes * maxTotal;
    if (this.#running.size >= maxAtOnce || isFull) {
      this.#cancelled += 1;
      if (this.#cancelled === 1)
        this.#options.note(
          isFull
            ? "Further downloads are cancelled: this session has saved enough."
            : `Further downloads are cancelled while ${maxAtOnce} are running.`,
        );
      void download.cancel().catch(() => undefined);
      return;
    }
    const work = this.#save(download).finally(() => {
      this.#running.delete(work);
      this.#options.onChange();
    });
    this.#running.add(work);
    this.#options.onChange();
  }

  /** Resolves when those that run now have ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #save(download: Download): Promise<void> {
    const { folder, maxBytes, onFile, note } = this.#options;
    const name = safeFileName(download.suggestedFilename());
    try {
      const failure = await download.failure();
      if (failure !== null)
        return note(
          failure === "canceled"
            ? `The download "${name}" was cancelled: it is larger than ${describeSize(maxBytes)}, or the page gave it up.`
            : `The download "${name}" failed: ${failure}.`,
        );
      const source = await download.path();
      const { size } = await stat(source);
      if (size > maxBytes)
        return note(`The download "${name}" is larger than ${describeSize(maxBytes)} and was not kept.`);
      this.#savedBytes += size;
      const path = await copyInto(folder(), name, source);
      await onFile?.(path, { source: "web", name: hostOf(download.url()) });
      note(`A download was saved as ${path} (${size} bytes).`);
    } catch (error) {
      note(`The download "${name}" was not saved: ${messageOf(error)}.`);
    } finally {
      await download.delete().catch(() => undefined);
    }
  }
}

export interface DownloadLimit {
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Where Chromium puts files while they are downloaded. */
  readonly folder: string;
  readonly maxBytes: number;
}

/**
 * Cancels downloads of a context as soon as they are too large, and not when the disk is full. Playwright says nothing of a
 * download's progress, so Chromium is asked.
 */
export async function limitDownloads({
  browser,
  context,
  page,
  folder,
  maxBytes,
}: DownloadLimit): Promise<void> {
  const ofPage = await context.newCDPSession(page);
  const { targetInfo } = await ofPage.send("Target.getTargetInfo");
  void ofPage.detach().catch(() => undefined);
  const { browserContextId } = targetInfo;
  const scope = browserContextId === undefined ? {} : { browserContextId };
  const watch = await browser.newBrowserCDPSession();
  watch.on("Browser.downloadProgress", ({ guid, receivedBytes, totalBytes, state }) => {
    if (state !== "inProgress" || Math.max(receivedBytes, totalBytes) <= maxBytes) return;
    void watch.send("Browser.cancelDownload", { guid, ...scope }).catch(() => undefined);
  });
  context.once("close", () => void watch.detach().catch(() => undefined));
  // The same as Playwright has said, with the events for this session too.
  const behavior = { behavior: "allowAndName", downloadPath: folder, eventsEnabled: true } as const;
  await watch.send("Browser.setDownloadBehavior", { ...behavior, ...scope });
}

function describeSize(bytes: number): string {
  return bytes >= 1_048_576
    ? `${Math.round(bytes / 1_048_576)} MB`
    : `${Math.max(1, Math.round(bytes / 1_024))} KB`;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "unknown";
}
