import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { profilesFolder } from "@hermes/config";
import { ownerOf } from "@hermes/agent-loop";

const drafts = /^\.(?:new|gone)-(\d+)$/;

/**
 * Makes a profile in a folder that nobody sees, and gives it its name once it is whole.
 *
 * @param fill Gets an empty folder for its owner alone.
 */
export async function putInPlace(
  { root, home }: { readonly root: string; readonly home: string },
  fill: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = hiddenFolder(root, "new");
  mkdirSync(draft, { mode: 0o700 });
  try {
    await fill(draft);
    renameSync(draft, home);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Takes a profile out of sight, then removes it. Links within are removed, not followed. */
export function removeHome({ root, home }: { readonly root: string; readonly home: string }): void {
  const gone = hiddenFolder(root, "gone");
  renameSync(home, gone);
  rmSync(gone, { recursive: true, force: true });
}

/** Removes as well what processes left that were killed. */
function hiddenFolder(root: string, kind: "new" | "gone"): string {
  const folder = join(root, profilesFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) {
    const pid = Number(drafts.exec(name)?.[1]);
    if (pid === process.pid || (pid > 0 && ownerOf(pid) === undefined))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
  return join(folder, `.${kind}-${process.pid}`);
}
