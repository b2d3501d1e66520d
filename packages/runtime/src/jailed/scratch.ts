import type * as JailPackage from "@hermes/jail";
import { mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A folder for the scratch files of one process, without links in its path. Those of programs that were killed before they could
 * remove theirs are removed on the way.
 *
 * @param start What the names of such folders begin with.
 */
export async function makeScratch(
  { isOrphaned, ownerMark }: Pick<typeof JailPackage, "isOrphaned" | "ownerMark">,
  start: string,
): Promise<string> {
  const folder = tmpdir();
  const names = await readdir(folder);
  const left = names.filter((name) => isOrphaned(name, start));
  // Those of somebody else stay theirs.
  await Promise.all(left.map((name) => removeScratch(join(folder, name)).catch(() => undefined)));
  return await realpath(await mkdtemp(join(folder, `${start}${ownerMark()}-`)));
}

export async function removeScratch(scratch: string): Promise<void> {
  await rm(scratch, { recursive: true, force: true });
}
