import { createReadStream } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { replaceFile } from "@hermes/atomic-files";

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
  const forms = formsOf(text).map((form) => Buffer.from(form));
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
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) unread.push(path);
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

/** Overwrites a text in a file of text; what else is in it stays, byte by byte. @returns Whether it was there. */
export async function replaceInFile(path: string, text: string, by: string): Promise<boolean> {
  // One sign for each byte: a file in another encoding is not to suffer.
  const before = await readFile(path, "latin1").catch(() => "");
  const forms = formsOf(text).map((form) => Buffer.from(form).toString("latin1"));
  const after = forms.reduce((all, form) => all.replaceAll(form, by), before);
  // A file with zeros is no text: pieces of another length would break it.
  if (after === before || before.includes("\0")) return false;
  return replaceFile(path, Buffer.from(after, "latin1"));
}

/** As it is, as JSON writes it, and as JSON in JSON; the longest first. */
function formsOf(text: string): readonly string[] {
  const inJson = (form: string): string => JSON.stringify(form).slice(1, -1);
  return [...new Set([inJson(inJson(text)), inJson(text), text])];
}
