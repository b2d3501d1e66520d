import type { BigIntStats } from "node:fs";
import type { StagedChange } from "@hermes/registry";
import { lstat, readdir, readFile, readlink, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Layer } from "./staging-script.ts";

/** One change of a staged run, and where its new state lies. */
export interface CollectedChange extends StagedChange {
  /** Path of the new state; undefined when it is deleted. */
  readonly source: string | undefined;
  readonly kind: "file" | "directory" | "symlink" | "other";
  /** When the run began, as the file system counts: what changed after it was changed by someone else. */
  readonly stagedAtNs: bigint;
}

/**
 * What a staged run would change, by path. Compares the written layer with the folder as it is.
 *
 * @returns Undefined when the command did not get to run.
 */
export async function collectChanges(
  layers: readonly Layer[],
  scratch: string,
): Promise<readonly CollectedChange[] | undefined> {
  if ((await statOf(join(scratch, "ran"))) === undefined) return undefined;
  const stagedAtNs = await stagingTime(scratch);
  const changes: CollectedChange[] = [];
  for (const layer of layers) {
    const left = entriesByFolder(await readFile(layer.listing, "utf8"));
    const walk = async (folder: string): Promise<void> => {
      const present = left.get(folder) ?? new Set<string>();
      const [before, written] = await Promise.all([
        readdir(join(layer.root, folder)),
        readdir(join(layer.upper, folder)),
      ]);
      for (const name of before) {
        if (present.has(name)) continue;
        const path = join(layer.root, folder, name);
        changes.push({ path, change: "deleted", source: undefined, kind: await kindOf(path), stagedAtNs });
      }
      for (const name of written) if (present.has(name)) await compare(join(folder, name));
    };
    const compare = async (name: string): Promise<void> => {
      const [path, source] = [join(layer.root, name), join(layer.upper, name)];
      const [before, after] = await Promise.all([statOf(path), statOf(source)]);
      if (after === undefined) return;
      const kind = kindOfStat(after);
      if (before?.isDirectory() && after.isDirectory()) {
        if (before.mode !== after.mode) changes.push({ path, change: "changed", source, kind, stagedAtNs });
        await walk(name);
      } else if (before === undefined) {
        await addCreated(path, source, kind);
      } else if (!(await isSame({ path, before }, { path: source, before: after }))) {
        changes.push({ path, change: "changed", source, kind, stagedAtNs });
        if (after.isDirectory()) await addEntries(path, source);
      }
    };
    const addCreated = async (path: string, source: string, kind: CollectedChange["kind"]): Promise<void> => {
      changes.push({ path, change: "created", source, kind, stagedAtNs });
      if (kind === "directory") await addEntries(path, source);
    };
    const addEntries = async (path: string, source: string): Promise<void> => {
      for (const name of await readdir(source)) {
        const entry = await statOf(join(source, name));
        // A device in a new folder is what the overlay notes for a name that was deleted again.
        if (entry === undefined || entry.isCharacterDevice()) continue;
        await addCreated(join(path, name), join(source, name), kindOfStat(entry));
      }
    };
    await walk(".");
  }
  return changes.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** When the run began, as the file system counts. */
export async function stagingTime(scratch: string): Promise<bigint> {
  return (await stat(join(scratch, "outside.sh"), { bigint: true })).mtimeNs;
}

function entriesByFolder(listing: string): ReadonlyMap<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const entry of listing.split("\0")) {
    if (entry === "") continue;
    const cut = entry.lastIndexOf("/");
    const folder = join(".", entry.slice(0, cut));
    const names = folders.get(folder) ?? new Set<string>();
    folders.set(folder, names.add(entry.slice(cut + 1)));
  }
  return folders;
}

interface Entry {
  readonly path: string;
  readonly before: BigIntStats;
}

async function isSame(one: Entry, other: Entry): Promise<boolean> {
  if (one.before.mode !== other.before.mode || one.before.mtimeNs !== other.before.mtimeNs) return false;
  if (one.before.isSymbolicLink()) return (await readlink(one.path)) === (await readlink(other.path));
  if (one.before.size !== other.before.size) return false;
  if (!one.before.isFile()) return true;
  const [first, second] = await Promise.all([readFile(one.path), readFile(other.path)]);
  return first.equals(second);
}

async function statOf(path: string): Promise<BigIntStats | undefined> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

async function kindOf(path: string): Promise<CollectedChange["kind"]> {
  const found = await statOf(path);
  return found === undefined ? "other" : kindOfStat(found);
}

function kindOfStat(stats: BigIntStats): CollectedChange["kind"] {
  if (stats.isDirectory()) return "directory";
  if (stats.isSymbolicLink()) return "symlink";
  return stats.isFile() ? "file" : "other";
}
