import type * as JailPackage from "@hermes/jail";
import { mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const start = "hermes-mcp-";

/**
 * A folder for the scratch files of one server, without links in its path. Those of programs that were killed before they could
 * remove theirs are removed on the way.
 */
export async function makeServerScratch({
  isOrphaned,
  ownerMark,
}: Pick<typeof JailPackage, "isOrphaned" | "ownerMark">): Promise<string> {
  const folder = tmpdir();
  const names = await readdir(folder);
  const left = names.filter((name) => isOrphaned(name, start));
  // Those of somebody else stay theirs.
  await Promise.all(left.map((name) => removeServerScratch(join(folder, name)).catch(() => undefined)));
  return await realpath(await mkdtemp(join(folder, `${start}${ownerMark()}-`)));
}

export async function removeServerScratch(scratch: string): Promise<void> {
  await rm(scratch, { recursive: true, force: true });
}
