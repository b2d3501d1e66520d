import { readdir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";

/** Deletes files of the media cache that were not written for so long. Never throws: what can't be deleted stays. @returns How many. */
export async function removeOldFiles(
  cache: string,
  options: { readonly olderThanMs: number; readonly now: number },
): Promise<number> {
  const entries = await readdir(cache, { recursive: true, withFileTypes: true }).catch(() => []);
  const removed = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        const found = await stat(path).catch(() => undefined);
        if (found === undefined || found.mtimeMs > options.now - options.olderThanMs) return false;
        return await unlink(path).then(
          () => true,
          () => false,
        );
      }),
  );
  return removed.filter(Boolean).length;
}
