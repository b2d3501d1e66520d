import { copyFile, lstat, mkdir, realpath, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { CollectedChange } from "./collect-changes.ts";

/** A `/tmp` of its own for a command, with the files of the real one that it names. */
export interface ScratchFiles {
  /** What the command sees as `/tmp`. */
  readonly folder: string;
  /** Files that it made or changed, of those that it names. */
  changes(): Promise<readonly CollectedChange[]>;
}

const tmp = "/tmp";

/** Copies plain files alone: sockets of programs that obey anybody lie there, too. */
export async function copyScratchFiles(
  folder: string,
  named: readonly string[],
  stagedAtNs: () => Promise<bigint>,
): Promise<ScratchFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const copies = await Promise.all(
    named.map(async (path) => {
      const copy = join(folder, path.slice(tmp.length));
      const before = await plainFile(path);
      if (before !== undefined) {
        await mkdir(dirname(copy), { recursive: true });
        await copyFile(path, copy);
        await utimes(copy, before.atime, before.mtime);
      }
      return { path, copy, before: before && (await plainFile(copy)) };
    }),
  );
  return {
    folder,
    async changes() {
      const at = await stagedAtNs();
      const found = await Promise.all(
        copies.map(async ({ path, copy, before }): Promise<readonly CollectedChange[]> => {
          const after = await plainFile(copy);
          if (!(await isInTmp(path))) return [];
          if (after === undefined)
            return before === undefined
              ? []
              : [{ path, change: "deleted", source: undefined, kind: "file", stagedAtNs: at }];
          if (before?.mtimeMs === after.mtimeMs && before.size === after.size) return [];
          const change = before === undefined ? "created" : "changed";
          return [{ path, change, source: copy, kind: "file", stagedAtNs: at }];
        }),
      );
      return found.flat();
    },
  };
}

async function plainFile(path: string) {
  const found = await lstat(path).catch(() => undefined);
  return found?.isFile() === true ? found : undefined;
}

/** A folder on the way may be a link that leads elsewhere. */
async function isInTmp(path: string): Promise<boolean> {
  const folder = await realpath(dirname(path)).catch(() => undefined);
  return folder !== undefined && folder === dirname(path);
}
