import { HermesError } from "@hermes/registry";
import { createHash } from "node:crypto";
import type { Hash } from "node:crypto";
import { constants } from "node:fs";
import { open, opendir } from "node:fs/promises";
import { join } from "node:path";

/** Most files of a plug-in, and most bytes of them all. */
const maxFiles = 5_000;
const maxBytes = 100_000_000;

/**
 * SHA-256 of the files of a folder, in hex: of their paths and of what is in them, sorted, so that it is the same on every machine.
 *
 * @throws {HermesError} `PLUGIN_BAD_FOLDER` where the folder can't be read, has a link in it, or is too large.
 */
export async function digestFolder(folder: string): Promise<string> {
  const paths = await filesBelow(folder);
  const hash = createHash("sha256");
  let left = maxBytes;
  for (const path of paths.toSorted()) left -= await addFile(hash, folder, path, left);
  return hash.digest("hex");
}

async function filesBelow(folder: string): Promise<string[]> {
  const files: string[] = [];
  const folders = [""];
  for (let below = folders.pop(); below !== undefined; below = folders.pop()) {
    for await (const entry of await opened(folder, below)) {
      // The same on systems that part paths by another sign.
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) files.push(path);
      else throw bad(folder, `${path} is neither a file nor a folder`);
      if (files.length + folders.length > maxFiles) throw bad(folder, `it has more than ${maxFiles} files`);
    }
  }
  return files;
}

async function opened(folder: string, below: string): ReturnType<typeof opendir> {
  try {
    return await opendir(join(folder, below));
  } catch (error) {
    throw bad(folder, `${below || "it"} can't be read`, error);
  }
}

/** @returns How many bytes it has. */
async function addFile(hash: Hash, folder: string, path: string, left: number): Promise<number> {
  const name = Buffer.from(path);
  const handle = await openFile(folder, path);
  try {
    const { size } = await handle.stat();
    if (size > left) throw bad(folder, `its files have more than ${maxBytes / 1_000_000} MB`);
    // The lengths part a name from what follows it.
    hash.update(`${name.length} ${size}\n`).update(name);
    let read = 0;
    for await (const piece of handle.createReadStream({ autoClose: false })) {
      read += piece.length;
      // It grows while it is read.
      if (read > size) throw bad(folder, `${path} changes while it is read`);
      hash.update(piece);
    }
    return size;
  } finally {
    await handle.close();
  }
}

async function openFile(folder: string, path: string): ReturnType<typeof open> {
  try {
    // It may have become a link since it was listed.
    return await open(join(folder, path), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    throw bad(folder, `${path} can't be read`, error);
  }
}

function bad(folder: string, why: string, cause?: unknown): HermesError {
  return new HermesError(`${folder} can't be a plug-in: ${why}.`, {
    code: "PLUGIN_BAD_FOLDER",
    hint: `A plug-in is a folder of its own, with files alone: at most ${maxFiles}, and ${maxBytes / 1_000_000} MB.`,
    cause,
  });
}
