import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gitPlaces } from "../profile/git-places.ts";
import { realPath } from "../profile/profile-places.ts";
import { hostsIn } from "./hosts-in.ts";

/**
 * Hosts of the remotes, submodules and large files of the repository that a workspace is in, where they are reached by HTTP. Ask
 * before anything runs that could make a repository: what it wrote would open what it likes. In a repository that is there,
 * the profile of a workspace keeps the settings as they are.
 */
export function repositoryHosts(workspace: string): readonly string[] {
  const { folders } = gitPlaces(realPath(workspace) ?? workspace);
  const found = folders.flatMap((folder) =>
    hostsIn(settingsOf(folder), /^\s*(?:\[[^\]]*\]\s*)?(?:push|lfs)?url\s*=\s*"?$/i),
  );
  return [...new Set(found)];
}

function settingsOf(folder: string): string {
  try {
    return readFileSync(join(folder, "config"), "utf8");
  } catch {
    return ""; // The folder of a linked worktree need not have its own.
  }
}
