import { closeSync, constants, fstatSync } from "node:fs";
import type { Dirent, Stats } from "node:fs";
import {
  access,
  cp,
  lstat,
  mkdir,
  open,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
} from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { HermesError } from "@hermes/registry";
import type { DirectoryEntry, FileStat } from "../backend.ts";
import { openToRead, readToEnd } from "./read-descriptor.ts";

interface Abortable {
  readonly signal?: AbortSignal | undefined;
}

/** How a path is reached. */
interface Reached extends Abortable {
  /** Another path to the same place, at whose end no link is followed. The first one is then what messages say. */
  readonly at?: string | undefined;
}

/** Reads a regular file. @throws {HermesError} See `Backend.readFile`. */
export async function readWholeFile(
  path: string,
  { maxBytes = Infinity, signal, at }: Reached & { readonly maxBytes?: number | undefined },
): Promise<Uint8Array> {
  signal?.throwIfAborted();
  return explained("read", path, async () => {
    const fd = await openToRead(at ?? path, { followLink: at === undefined });
    try {
      const stats = fstatSync(fd);
      refuseIrregular(path, stats);
      if (stats.size > maxBytes) throw tooLarge(path, stats.size, maxBytes);
      const bytes = await readToEnd(fd, { size: stats.size, signal });
      // The files of /proc say that they are empty.
      if (bytes.length > maxBytes) throw tooLarge(path, bytes.length, maxBytes);
      return bytes;
    } finally {
      closeSync(fd);
    }
  });
}

/** Replaces or makes a file in one step. @throws {HermesError} See `Backend.writeFile`. */
export async function writeFileAtomically(
  path: string,
  data: Uint8Array,
  { signal, at }: Reached,
): Promise<void> {
  signal?.throwIfAborted();
  await explained("write", path, async () => {
    const target = at ?? (await linkTarget(path));
    const old = await statIfThere(target);
    if (old === undefined) {
      await mkdir(dirname(target), { recursive: true });
    } else {
      refuseIrregular(at === undefined ? target : path, old);
      // Replacing needs rights on the folder alone; a file that is protected against writing is to stay so.
      await access(target, constants.W_OK);
    }
    await replaceFile(target, data, old);
  });
}

/** Facts about what a path leads to. */
export async function statPath(path: string, { signal, at = path }: Reached): Promise<FileStat | undefined> {
  signal?.throwIfAborted();
  return explained("look at", path, async () => {
    const stats = await statIfThere(at);
    if (stats === undefined) return undefined;
    return {
      kind: stats.isFile() ? "file" : stats.isDirectory() ? "directory" : "other",
      sizeBytes: stats.size,
      modifiedAtMs: stats.mtimeMs,
      mode: stats.mode & 0o7777,
    };
  });
}

/** Entries of a folder, sorted by name. */
export async function listDirectory(
  path: string,
  { signal, at = path }: Reached,
): Promise<readonly DirectoryEntry[]> {
  signal?.throwIfAborted();
  return explained("list", path, async () => {
    const entries = await readdir(at, { withFileTypes: true });
    return entries
      .map((entry) => ({ name: entry.name, kind: kindOf(entry) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  });
}

/** Removes what is at a path. @throws {HermesError} See `Backend.remove`. */
export async function removePath(
  path: string,
  { recursive = false, signal, at = path }: Reached & { readonly recursive?: boolean | undefined },
): Promise<void> {
  signal?.throwIfAborted();
  await explained("remove", path, async () => {
    const stats = await lstat(at);
    if (!stats.isDirectory()) await unlink(at);
    else if (recursive) await rm(at, { recursive: true });
    else await rmdir(at);
  });
}

/** Moves a file or folder, over the border of a file system too. @throws {HermesError} See `Backend.rename`. */
export async function movePath(
  from: string,
  to: string,
  { signal, at = from, toAt = to }: Reached & { readonly toAt?: string | undefined },
): Promise<void> {
  signal?.throwIfAborted();
  await explained("move", from, async () => {
    await lstat(at);
    await mkdir(dirname(toAt), { recursive: true });
    try {
      await rename(at, toAt);
    } catch (error) {
      if (errnoOf(error) !== "EXDEV") throw error;
      await moveByCopy(at, toAt);
    }
  });
}

/** The copy gets its name when it is whole, and only then the original goes. */
async function moveByCopy(from: string, to: string): Promise<void> {
  const temporary = join(dirname(to), temporaryName());
  try {
    await cp(from, temporary, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    await rename(temporary, to);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
  await rm(from, { recursive: true });
}

function temporaryName(): string {
  return `.hermes-${process.pid}-${Math.random().toString(36).slice(2)}`;
}

async function replaceFile(target: string, data: Uint8Array, old: Stats | undefined): Promise<void> {
  const temporary = join(dirname(target), temporaryName());
  const handle = await open(temporary, "wx", old === undefined ? 0o666 : 0o600);
  try {
    try {
      await handle.writeFile(data);
      if (old !== undefined) await keepOwnerAndMode(handle, old);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await unlink(temporary);
    throw error;
  }
}

async function keepOwnerAndMode(handle: FileHandle, old: Stats): Promise<void> {
  const { uid, gid } = await handle.stat();
  if (uid !== old.uid || gid !== old.gid) {
    // Only root may give files away; for everybody else the file becomes the writer's, as with an editor.
    await handle.chown(old.uid, old.gid).catch(ignoreNotPermitted);
  }
  // After the owner: changing that one clears some of the bits.
  await handle.chmod(old.mode & 0o7777);
}

function ignoreNotPermitted(error: unknown): void {
  if (errnoOf(error) !== "EPERM") throw error;
}

/** The path that a write through symlinks reaches, also when nothing is there yet. */
async function linkTarget(path: string): Promise<string> {
  let current = path;
  for (let hops = 0; hops < 40; hops += 1) {
    try {
      return await realpath(current);
    } catch (error) {
      if (errnoOf(error) !== "ENOENT") throw error;
    }
    const stats = await lstat(current).catch(absentAsUndefined);
    if (stats?.isSymbolicLink() !== true) return current;
    current = resolve(dirname(current), await readlink(current));
  }
  throw Object.assign(new Error("too many symbolic links"), { code: "ELOOP" });
}

function statIfThere(path: string): Promise<Stats | undefined> {
  return stat(path).catch(absentAsUndefined);
}

function absentAsUndefined(error: unknown): undefined {
  const code = errnoOf(error);
  if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
  return undefined;
}

function refuseIrregular(path: string, stats: Stats): void {
  if (stats.isFile()) return;
  if (stats.isDirectory()) {
    throw new HermesError(`${path} is a folder.`, { code: "FILE_IS_DIRECTORY" });
  }
  throw new HermesError(`${path} is a device, pipe or socket, not a file.`, { code: "FILE_ACCESS" });
}

function tooLarge(path: string, sizeBytes: number, maxBytes: number): HermesError {
  return new HermesError(`${path} has ${sizeBytes} bytes; at most ${maxBytes} are read.`, {
    code: "FILE_TOO_LARGE",
  });
}

function kindOf(entry: Dirent): DirectoryEntry["kind"] {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "symlink" : "other";
}

/** Runs a step and turns what the system says into an error with a code and a plain sentence. */
export async function explained<T>(verb: string, path: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const errno = errnoOf(error);
    // What has no code of the system is an abort reason or a fault of ours: both go on as they are.
    if (HermesError.is(error) || errno === undefined) throw error;
    const [code, reason] = explanations[errno] ?? [
      "FILE_FAILED",
      error instanceof Error ? error.message : errno,
    ];
    throw new HermesError(`Cannot ${verb} ${path}: ${reason}.`, { code, cause: error });
  }
}

const explanations: Readonly<Record<string, readonly [code: string, reason: string]>> = {
  ENOENT: ["FILE_NOT_FOUND", "it does not exist"],
  ENOTDIR: ["FILE_NOT_DIRECTORY", "a part of the path is not a folder"],
  ENOTEMPTY: ["FILE_NOT_EMPTY", "the folder is not empty"],
  EEXIST: ["FILE_NOT_DIRECTORY", "a part of the path is not a folder"],
  EISDIR: ["FILE_IS_DIRECTORY", "it is a folder"],
  EACCES: ["FILE_ACCESS", "permission denied"],
  EPERM: ["FILE_ACCESS", "the system does not permit it"],
  EROFS: ["FILE_ACCESS", "the file system is read-only"],
  ENXIO: ["FILE_ACCESS", "it is a device, pipe or socket, not a file"],
  ELOOP: ["FILE_ACCESS", "its symbolic links lead in a circle"],
  ENOSPC: ["FILE_NO_SPACE", "the disk is full"],
  EDQUOT: ["FILE_NO_SPACE", "the disk quota is used up"],
  EFBIG: ["FILE_NO_SPACE", "it would be larger than the system permits"],
  ERR_FS_FILE_TOO_LARGE: ["FILE_TOO_LARGE", "it is larger than 2 GiB"],
  ENAMETOOLONG: ["FILE_NAME_INVALID", "the name is too long"],
  ERR_INVALID_ARG_VALUE: ["FILE_NAME_INVALID", "the name holds a NUL character"],
};

function errnoOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
