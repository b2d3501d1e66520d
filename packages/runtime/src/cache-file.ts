import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile } from "@hermes/atomic-files";

/** Something that is quicker to read than to find out again. Whoever reads it checks that it still holds. */
export interface CacheFile {
  /** Undefined when it is not there, or can't be read. */
  read(): Promise<unknown>;
  /** A home that can't be written is no reason to stop: the next start finds it out again. */
  write(value: object): Promise<void>;
}

/** A file in the `cache` of Hermes' home, for its owner alone. */
export function cacheFile(home: string, name: string): CacheFile {
  const path = join(home, "cache", name);
  return {
    async read() {
      try {
        return JSON.parse(await readFile(path, "utf8"));
      } catch {
        return undefined;
      }
    },
    async write(value) {
      // The home itself is made by whoever keeps something in it, not by somebody who only looks.
      if (!existsSync(home)) return;
      try {
        replaceFile(path, JSON.stringify(value), { durable: false });
      } catch {
        // See above.
      }
    },
  };
}
