import { chmod, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Removes a folder of ours with everything in it: an overlay's own folder and what a command made may be closed to us. */
export async function removeTree(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch {
    await openFolders(folder);
    await rm(folder, { recursive: true, force: true });
  }
}

async function openFolders(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await openFolders(join(folder, entry.name));
  }
}
