import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder with these files, gone when the test ends. */
export async function temporaryPlugin(
  name: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), "plugin-"));
  onTestFinished(async () => rm(parent, { recursive: true, force: true }));
  const folder = join(parent, name);
  await mkdir(folder);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}
