import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile } from "@hermes/atomic-files";

/**
 * Overwrites a text in all files of a folder and the folders below it, as it stands and as JSON writes it.
 *
 * @returns In how many files it was.
 */
export async function redactFiles(folder: string, text: string, tombstone: string): Promise<number> {
  const forms = [...new Set([inJson(inJson(text)), inJson(text), text])].map((form) => Buffer.from(form));
  let changed = 0;
  for (const path of await filesIn(folder)) {
    const before = await readFile(path); // oxlint-disable-line no-await-in-loop -- one after the other: files can be large
    const after = forms.reduce<Buffer>(
      (bytes, form) => replaceAll(bytes, form, Buffer.from(tombstone)),
      before,
    );
    if (after === before) continue;
    replaceFile(path, after);
    changed++;
  }
  return changed;
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(missing);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** A folder that is not there holds nothing. */
function missing(error: unknown): [] {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
  throw error;
}

function replaceAll(bytes: Buffer, form: Buffer, by: Buffer): Buffer {
  const parts: Buffer[] = [];
  let start = 0;
  for (let at = bytes.indexOf(form); at !== -1; at = bytes.indexOf(form, start)) {
    parts.push(bytes.subarray(start, at), by);
    start = at + form.length;
  }
  return start === 0 && parts.length === 0 ? bytes : Buffer.concat([...parts, bytes.subarray(start)]);
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
