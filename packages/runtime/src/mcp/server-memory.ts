import { replaceFile } from "@hermes/atomic-files";
import type { McpServerOptions } from "@hermes/mcp";
import { existsSync } from "node:fs";
import { readFile, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

type ServerMemory = NonNullable<McpServerOptions["memory"]>;

const longestText = 4_000_000;
const mostFiles = 200;

/** What is remembered of servers between runs: files in the `cache` of Hermes' home, for its owner alone, some 200 of them. */
export function serverMemory(home: string): ServerMemory {
  const folder = join(home, "cache", "mcp");
  const pathOf = (key: string): string => join(folder, `${key.replaceAll(/[^\w-]/g, "_")}.json`);
  return {
    async read(key) {
      try {
        return await readFile(pathOf(key), "utf8");
      } catch {
        return undefined;
      }
    },
    async write(key, text) {
      // The home itself is made by whoever keeps something in it.
      if (text.length > longestText || !existsSync(home)) return;
      const isNew = !existsSync(pathOf(key));
      replaceFile(pathOf(key), text, { durable: false });
      if (isNew) await removeOldest(folder);
    },
  };
}

async function removeOldest(folder: string): Promise<void> {
  const names = await readdir(folder);
  if (names.length <= mostFiles) return;
  const files = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  );
  const old = files.toSorted((one, other) => one.at - other.at).slice(0, names.length - mostFiles);
  await Promise.all(old.map(({ name }) => rm(join(folder, name), { force: true })));
}
