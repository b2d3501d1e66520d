import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "./harmless-settings.ts";

/**
 * Makes what git looks for in its folder and would believe, so that there is something to protect: a jailed command could
 * make it otherwise, and have the person's next git run a program. Each says what is the case without it.
 *
 * @param folder The one that worktrees share.
 * @see https://git-scm.com/docs/gitrepository-layout
 */
export async function makeProtectedFiles(folder: string, settings: Settings): Promise<void> {
  await mkdir(join(folder, "hooks"), { recursive: true });
  // Settings, and all else that worktrees share, are in the folder itself.
  await makeFile(join(folder, "commondir"), ".\n");
  if (settings.get("extensions.worktreeconfig")?.at(-1) !== "true") return;
  const worktrees = await readdir(join(folder, "worktrees")).catch(() => []);
  for (const each of [folder, ...worktrees.map((name) => join(folder, "worktrees", name))])
    await makeFile(join(each, "config.worktree"), "");
}

async function makeFile(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}
