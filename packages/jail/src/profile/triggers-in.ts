import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gitPlaces } from "./git-places.ts";
import { realPath } from "./profile-places.ts";
import { workspaceTriggers } from "./workspace-places.ts";

/** What runs by itself in a workspace now: an identity by path, which is another one after any change. */
export type Triggers = ReadonlyMap<string, string>;

/**
 * Looks for what git, an editor, a shell or a build service would run by itself: what a profile protects where it exists, and
 * can't where it does not. Nothing is read, so it takes less than a millisecond.
 *
 * @param workspace Folder of the work, absolute.
 */
export function triggersIn(workspace: string): Triggers {
  const root = realPath(workspace) ?? workspace;
  const found = new Map<string, string>();
  for (const path of [...workspaceTriggers.map((name) => join(root, name)), ...gitPlaces(root).protected])
    look(path, found);
  return found;
}

/** @returns Paths that are new or changed, for whoever ran a command between to tell the person. */
export function changedTriggers(before: Triggers, after: Triggers): readonly string[] {
  return [...after].filter(([path, identity]) => before.get(path) !== identity).map(([path]) => path);
}

function look(path: string, found: Map<string, string>): void {
  const stats = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  if (stats === undefined) return;
  // Folders are what is in them.
  if (stats.isDirectory()) for (const name of readdirSync(path)) look(join(path, name), found);
  // Nobody can set the time of the last change back.
  else found.set(path, `${stats.ino} ${stats.size} ${stats.mode} ${stats.ctimeNs}`);
}
