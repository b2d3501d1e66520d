import { realpathSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { BackendMount } from "../backend.ts";

/**
 * Mounts that keep places of a mounted folder as they are. Those that don't exist, or lie elsewhere, are left out. The
 * folders on the way to a place are mounts too: what is one can't be renamed, to put another in its place.
 *
 * @param inside Where the folder is mounted.
 */
export function protectedMounts(
  folder: string,
  inside: string,
  paths: readonly string[],
): readonly BackendMount[] {
  const root = realPath(folder);
  if (root === undefined) return [];
  const places = new Map<string, boolean>();
  for (const path of paths) {
    const place = belowRoot(root, path);
    if (place === undefined) continue;
    for (let outer = dirname(place); outer !== "."; outer = dirname(outer))
      places.set(outer, places.get(outer) ?? true);
    places.set(place, false);
  }
  const sorted = [...places].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([place, writable]) => ({
    host: join(root, place),
    inside: `${inside}/${place.split(sep).join("/")}`,
    writable,
  }));
}

/** @returns The place relative to the root, without links; undefined: it is not there, or elsewhere. */
function belowRoot(root: string, path: string): string | undefined {
  const real = realPath(path);
  const place = real === undefined ? "" : relative(root, real);
  return place === "" || place === ".." || place.startsWith(`..${sep}`) ? undefined : place;
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
