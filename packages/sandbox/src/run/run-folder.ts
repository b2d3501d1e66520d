import { mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The number of the process that made a folder is in its name, so that what a killed one left can be told. */
const ownPrefix = "hermes-run-";

/** Makes the folder of a run, for its owner alone. Its path has no links: what is allowed there is compared by path. */
export async function makeRunFolder(): Promise<string> {
  return await realpath(await mkdtemp(join(tmpdir(), `${ownPrefix}${process.pid}-`)));
}

/** Removes the folders of processes that were killed before they could. Never throws. */
export async function removeLeftFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  const left = names.filter((name) => {
    const pid = /^hermes-run-(\d+)-\w+$/.exec(name)?.[1];
    return pid !== undefined && !isAlive(Number(pid));
  });
  await Promise.all(
    // Those of somebody else stay theirs.
    left.map((name) => rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)),
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}
