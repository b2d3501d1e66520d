import { mkdir, mkdtemp, readFile, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLocalBackend } from "../src/index.ts";
import { jailWall } from "./jail-wall.ts";
import type { JailWallOptions } from "./jail-wall.ts";
import type { LocalBackendOptions } from "../src/index.ts";
import type { BackendPlace } from "../src/testing/index.ts";

/** A local backend with a working folder and a folder for its own files, both gone afterwards. */
export async function openLocalPlace(
  options: Partial<LocalBackendOptions> | ((folder: string) => Partial<LocalBackendOptions>) = {},
): Promise<BackendPlace & { readonly tmpDir: string }> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "backend-test-")));
  const folder = await mkdtemp(join(root, "work-"));
  const tmpDir = await mkdtemp(join(root, "tmp-"));
  const given = typeof options === "function" ? options(folder) : options;
  const backend = createLocalBackend({ cwd: folder, env: process.env, tmpDir, ...given });
  return {
    backend,
    folder,
    tmpDir,
    countProcesses,
    leftovers: () => readdir(tmpDir),
    async [Symbol.asyncDispose]() {
      await backend.dispose();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** The same behind a wall, with a home of its own that has a key. */
export async function openJailedPlace(
  { network, profile }: Pick<JailWallOptions, "network" | "profile"> = {},
  options: Partial<LocalBackendOptions> = {},
): Promise<Awaited<ReturnType<typeof openLocalPlace>> & { readonly home: string }> {
  const home = await realpath(await mkdtemp(join(tmpdir(), "backend-home-")));
  await mkdir(join(home, ".ssh"));
  await writeFile(join(home, ".ssh/id_ed25519"), "a key\n");
  const env = { ...process.env, HOME: home };
  const place = await openLocalPlace((folder) => ({
    env,
    wall: jailWall({ workspace: folder, home, network, profile }),
    ...options,
  }));
  return {
    ...place,
    home,
    async [Symbol.asyncDispose]() {
      await place[Symbol.asyncDispose]();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Number of running processes whose command line holds the text. */
export async function countProcesses(text: string): Promise<number> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")));
  // The shells that were given the text as a part of their script do not count.
  return lines.filter((line) => line.startsWith("sleep\0") && line.includes(text)).length;
}
