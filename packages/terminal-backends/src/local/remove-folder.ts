import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { promisify } from "node:util";

/**
 * Removes a folder with everything in it.
 *
 * @param options `isUsed`: processes may put links into it meanwhile. Node follows those where it has just seen a folder;
 * `rm` does not.
 */
export async function removeFolder(folder: string, { isUsed }: { readonly isUsed: boolean }): Promise<void> {
  if (!isUsed) await rm(folder, { recursive: true, force: true });
  // Every session ends with it, so it does not load execa. What they make while it runs can't be removed: it goes with the folder
  // for temporary files.
  else await promisify(execFile)("rm", ["-rf", "--", folder]).catch(() => undefined);
}
