import { execFile } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A folder whose mounts are seen in jails too, as those of a container engine are. */
export async function sharedMount(): Promise<
  AsyncDisposable & {
    readonly add: (name: string) => Promise<void>;
    readonly remove: (name: string) => Promise<void>;
  }
> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "backend-mounts-")));
  await run("mount", ["--bind", folder, folder]);
  await run("mount", ["--make-shared", folder]);
  return {
    async add(name) {
      await mkdir(join(folder, name));
      await run("mount", ["-t", "tmpfs", "none", join(folder, name)]);
    },
    remove: async (name) => void (await run("umount", [join(folder, name)])),
    async [Symbol.asyncDispose]() {
      await run("umount", ["--recursive", folder]);
      await rm(folder, { recursive: true });
    },
  };
}
