import { existsSync, mkdirSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join } from "node:path";
import type { Environment } from "@hermes/registry";
import { cachePlaces } from "./home-places.ts";
import { pathsOf } from "./paths-of-place.ts";

export interface MakeCachesOptions {
  readonly workspace: string;
  readonly home: string;
  readonly env: Environment;
}

/** Makes the folders of caches that are not there, for programs that are: only what exists can be made writable. */
export function makeCaches({ workspace, home, env }: MakeCachesOptions): void {
  // What lies in the workspace can be made by the program itself.
  if (!existsSync(home) || `${home}/`.startsWith(`${workspace}/`)) return;
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  for (const place of cachePlaces) {
    const { program } = place;
    // What a variable names comes last, and counts.
    const path = pathsOf(place, home, env).at(-1);
    if (program === undefined || path === undefined || existsSync(path)) continue;
    if (folders.some((folder) => existsSync(join(folder, program)))) makeFolder(path);
  }
}

/**
 * Makes the folders of hooks that repositories lack, or a command could make one with a hook in it.
 *
 * @param protectedPaths Those of `gitPlaces`.
 */
export function makeHookFolders(protectedPaths: readonly string[]): void {
  for (const path of protectedPaths)
    if (basename(path) === "hooks" && !existsSync(path) && existsSync(join(dirname(path), "objects")))
      makeFolder(path);
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch {
    // Then nobody else can make it either: what needs it says so.
  }
}
