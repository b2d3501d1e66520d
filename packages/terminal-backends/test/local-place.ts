import { mkdtemp, readFile, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLocalBackend } from "../src/index.ts";
import type { LocalBackendOptions } from "../src/index.ts";
import type { BackendPlace } from "../src/testing/index.ts";

/** A local backend with a working folder and a folder for its own files, both gone afterwards. */
export async function openLocalPlace(
  options: Partial<LocalBackendOptions> = {},
): Promise<BackendPlace & { readonly tmpDir: string }> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "backend-test-")));
  const folder = await mkdtemp(join(root, "work-"));
  const tmpDir = await mkdtemp(join(root, "tmp-"));
  const backend = createLocalBackend({ cwd: folder, env: process.env, tmpDir, ...options });
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

/** Number of running processes whose command line holds the text. */
export async function countProcesses(text: string): Promise<number> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")));
  // The shells that were given the text as a part of their script do not count.
  return lines.filter((line) => line.startsWith("sleep\0") && line.includes(text)).length;
}
