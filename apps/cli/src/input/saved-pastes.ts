import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "@hermes/atomic-files";
import type { ReadImage } from "./read-image.ts";

const keptMs = 30 * 24 * 60 * 60 * 1_000;

/** Long pastes and images from the clipboard, in files that only the person may read, for 30 days after their last use. */
export class SavedPastes {
  readonly #folder: string;
  readonly #now: () => number;

  /** @param now Milliseconds since 1970. */
  constructor(folder: string, now: () => number = Date.now) {
    this.#folder = folder;
    this.#now = now;
  }

  /** @returns The path of its file. */
  keepText(text: string): string {
    return this.#keep(Buffer.from(text), "txt");
  }

  /** @returns The path of its file. */
  keepImage({ part }: Pick<ReadImage, "part">): string {
    return this.#keep(Buffer.from(part.data, "base64"), part.mediaType.slice("image/".length));
  }

  /** Undefined: it is gone. */
  textAt(path: string): string | undefined {
    try {
      return readFileSync(path, "utf8");
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  #keep(bytes: Buffer, ending: string): string {
    // The same text is kept once, however often it is pasted.
    const name = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
    const path = join(this.#folder, `${name}.${ending}`);
    if (statSync(path, { throwIfNoEntry: false }) === undefined) replaceFile(path, bytes, { mode: 0o600 });
    const seconds = this.#now() / 1_000;
    utimesSync(path, seconds, seconds);
    this.#removeOld();
    return path;
  }

  #removeOld(): void {
    for (const name of this.#names()) {
      const path = join(this.#folder, name);
      const usedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
      if (usedAt !== undefined && this.#now() - usedAt > keptMs) rmSync(path, { force: true });
    }
  }

  #names(): readonly string[] {
    try {
      return readdirSync(this.#folder);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
