import { mkdir, realpath } from "node:fs/promises";
import { dirname } from "node:path";
import type { HomeSeal } from "./home-seal.ts";

/**
 * Changes a file of the home for the person; the seal takes what is written as theirs.
 *
 * @throws {HermesError} `PERMISSIONS_CHANGED` where it holds something that nobody agreed to, `PERMISSIONS_LOCKED`; whatever
 * `change` throws. The file is then as it was.
 */
export async function changeSealedFile(
  seal: HomeSeal,
  path: string,
  change: (text: string) => string | Promise<string>,
): Promise<void> {
  const { replaceFile, withFileLock } = await import("@hermes/atomic-files");
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await realpath(path).catch(() => path);
  await withFileLock(
    `${file}.lock`,
    async () => {
      const written = await change(await seal.textToChange(path));
      replaceFile(file, written);
      await seal.wrote(path, written);
    },
    { code: "PERMISSIONS_LOCKED" },
  );
}
