import { createHash } from "node:crypto";
import { lstat, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const maxEntries = 1_000;
const maxDepth = 8;

/**
 * Differs where a file, or what is in a folder, has another name, size or time than before. Reads no content, follows no link
 * within the folder, and looks at no more than 1,000 entries, 8 folders deep.
 *
 * @returns Empty where there is nothing, or it can't be looked at.
 */
export async function digestPath(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return "";
  const hash = createHash("sha256").update(`${found.isDirectory() ? 0 : found.size} ${found.mtimeMs}`);
  let left = maxEntries;
  const folders = found.isDirectory() ? [{ name: "", depth: 0 }] : [];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const { name, depth } = folder;
    // oxlint-disable-next-line no-await-in-loop -- one folder after another
    const entries = await readdir(join(path, name), { withFileTypes: true }).catch(() => []);
    const looked = entries.toSorted((one, other) => (one.name < other.name ? -1 : 1)).slice(0, left);
    left -= looked.length;
    // oxlint-disable-next-line no-await-in-loop -- one folder after another
    const lines = await Promise.all(looked.map(async (entry) => await lineOf(join(path, name, entry.name))));
    for (const [index, entry] of looked.entries()) {
      hash.update(`\n${JSON.stringify(join(name, entry.name))} ${lines[index] ?? ""}`);
      if (entry.isDirectory() && depth < maxDepth)
        folders.push({ name: join(name, entry.name), depth: depth + 1 });
    }
  }
  return hash.digest("hex").slice(0, 32);
}

async function lineOf(path: string): Promise<string> {
  const found = await lstat(path).catch(() => undefined);
  return found === undefined ? "" : `${found.isDirectory() ? "folder" : found.size} ${found.mtimeMs}`;
}
