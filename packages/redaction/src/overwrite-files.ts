import { createReadStream } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { replaceFile } from "@hermes/atomic-files";
import { createOverwriter } from "./overwrite.ts";
import type { Overwriter } from "./overwrite.ts";

/**
 * Overwrites a text in a file; what else is in it stays, byte by byte.
 *
 * @returns Whether it was there. A file with zeros is no text, and stays: pieces of another length would break it.
 */
export async function overwriteInFile(path: string, text: string): Promise<boolean> {
  const before = await readFile(path).catch(ifMissing(Buffer.alloc(0)));
  return !before.includes(0) && replaceKept(path, before, createOverwriter(text));
}

/**
 * Overwrites a text in all files of a folder and of those below it, whatever they hold. Links are not followed.
 *
 * @returns In how many files it was.
 */
export async function overwriteInFolder(folder: string, text: string): Promise<number> {
  const overwriter = createOverwriter(text);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifMissing([]));
  let changed = 0;
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    // oxlint-disable-next-line no-await-in-loop -- one after the other: files can be large
    if (replaceKept(path, await readFile(path), overwriter)) changed++;
  }
  return changed;
}

/**
 * Finds the files of a folder, and of those below it, that hold a text: as it stands, or as JSON writes it. Links are not
 * followed. What can't be read is listed too: nobody knows what is in it; and what has the text in its name, of folders the
 * uppermost.
 */
export async function filesWith(
  folder: string,
  text: string,
  signal: AbortSignal,
): Promise<Readonly<Record<"found" | "unread" | "named", readonly string[]>>> {
  const found: string[] = [];
  const unread: string[] = [];
  const forms = createOverwriter(text).forms.map((form) => Buffer.from(form));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const isNamed = (path: string): boolean => relative(folder, path).includes(text);
  const named = entries
    .filter(({ parentPath, name }) => isNamed(join(parentPath, name)) && !isNamed(parentPath))
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other: files can be large
      if (await holds(path, forms, signal)) found.push(path);
    } catch (error) {
      signal.throwIfAborted();
      // What is gone meanwhile holds nothing.
      if (!isMissing(error)) unread.push(path);
    }
  }
  return { found, unread, named };
}

/** Piece by piece, each with the end of the one before: the text may stand across a border. */
async function holds(path: string, forms: readonly Buffer[], signal: AbortSignal): Promise<boolean> {
  const overlap = Math.max(...forms.map((form) => form.length)) - 1;
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { signal, highWaterMark: 1 << 20 })) {
    // A stream without an encoding gives bytes.
    const bytes = Buffer.concat([tail, chunk as Buffer]);
    if (forms.some((form) => bytes.includes(form))) return true;
    tail = bytes.subarray(Math.max(0, bytes.length - overlap));
  }
  return false;
}

function replaceKept(path: string, before: Buffer, overwriter: Overwriter): boolean {
  const after = overwriter.bytes(before);
  if (after === before) return false;
  replaceFile(path, after);
  return true;
}

/** What is not there holds nothing. */
function ifMissing<Value>(instead: Value): (error: unknown) => Value {
  return (error) => {
    if (isMissing(error)) return instead;
    throw error;
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
