import { stat } from "node:fs/promises";
import type { Provenance } from "@hermes/registry";
import type { Download } from "playwright-core";
import { copyInto, safeFileName } from "./file-name.ts";
import { within } from "./lock.ts";
import { messageOf } from "./message-of.ts";

export interface DownloadsOptions {
  /** Where they go in the end. */
  readonly folder: () => string;
  readonly maxBytes: number;
  readonly onFile: ((path: string, source: Provenance) => void | Promise<void>) | undefined;
  /** Told in the next result. */
  readonly note: (text: string) => void;
}

/** Further ones are cancelled: a page may start as many as it likes. */
const maxFiles = 100;
/** So many times the size of one file may come into the folder of a session. */
const maxTotal = 10;

/** Saves what pages of a session hand out. */
export class Downloads {
  readonly #options: DownloadsOptions;
  readonly #running = new Set<Promise<void>>();
  #savedBytes = 0;
  readonly #waiting = new Set<() => void>();
  #begun = 0;

  constructor(options: DownloadsOptions) {
    this.#options = options;
  }

  get running(): number {
    return this.#running.size;
  }

  /** How many have begun so far. */
  get begun(): number {
    return this.#begun;
  }

  /** Resolves when one more has begun than so many; after 2 s none will. */
  async untilBegun(before: number): Promise<void> {
    if (this.#begun > before) return;
    let wake = (): void => {};
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
      this.#waiting.add(wake);
    });
    await within(2_000, woken).finally(() => this.#waiting.delete(wake));
  }

  begin(download: Download): void {
    this.#begun += 1;
    for (const wake of this.#waiting) wake();
    if (this.#begun > maxFiles || this.#savedBytes >= this.#options.maxBytes * maxTotal) {
      this.#options.note("Further downloads are cancelled: this session has saved enough.");
      void download.cancel().catch(() => undefined);
      return;
    }
    const work = this.#save(download).finally(() => this.#running.delete(work));
    this.#running.add(work);
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
