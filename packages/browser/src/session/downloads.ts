import { stat } from "node:fs/promises";
import type { Provenance } from "@hermes/registry";
import type { Download } from "playwright-core";
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

function describeSize(bytes: number): string {
  return bytes >= 1_048_576
    ? `${Math.round(bytes / 1_048_576)} MB`
    : `${Math.max(1, Math.round(bytes / 1_024))} KB`;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "unknown";
}
