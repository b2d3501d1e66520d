import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { JailProfile } from "./jail-profile.ts";

export type Access = "none" | "read" | "write";

/** A path at which access changes, or that must stay where it is. */
export interface ProfilePlace {
  /** Without links. */
  readonly path: string;
  readonly access: Access;
  readonly isFolder: boolean;
}

type List = "writable" | "protected" | "hidden" | "readable";

/** What a list makes of the access around it. Later ones win where a path is in several. */
const rules: readonly (readonly [List, (around: Access) => Access])[] = [
  ["readable", (around) => (around === "none" ? "read" : around)],
  ["writable", () => "write"],
  ["protected", (around) => (around === "write" ? "read" : around)],
  ["hidden", () => "none"],
];

/**
 * The paths of a profile at which something has to be mounted, those on the way to others first.
 *
 * Renaming a folder takes along what is mounted below it, and leaves its name free for another. So each folder between a
 * writable one and what is closed within it is a place too: the kernel renames and removes no mount point.
 *
 * @param options `closed`: folders that count as hidden before the profile is asked.
 */
export function profilePlaces(
  profile: JailProfile,
  { closed = [] }: { readonly closed?: readonly string[] | undefined } = {},
): readonly ProfilePlace[] {
  const listed = listedPaths(profile);
  const accessOf = new Map<string, Access>([["/", "read"]]);
  for (const path of closed) accessOf.set(path, "none");
  const places = new Map<string, ProfilePlace>();
  for (const path of byDepth([...listed.keys()])) {
    const { above, access: around } = nearest(path, accessOf);
    const lists = listed.get(path);
    const access = rules.reduce(
      (current, [list, rule]) => (lists?.has(list) === true ? rule(current) : current),
      around,
    );
    const stats = statSync(path, { throwIfNoEntry: false });
    if (access === around || stats === undefined) continue;
    accessOf.set(path, access);
    if (around === "write")
      for (const folder of foldersBetween(above, path))
        if (!places.has(folder)) places.set(folder, { path: folder, access: "write", isFolder: true });
    places.set(path, { path, access, isFolder: stats.isDirectory() });
  }
  return byDepth([...places.keys()]).flatMap((path) => places.get(path) ?? []);
}

/** Every path that exists, without links, with the lists that name it. */
function listedPaths(profile: JailProfile): ReadonlyMap<string, ReadonlySet<List>> {
  const opened = profile.writable.flatMap((path) => {
    const real = realPath(path);
    return real === undefined ? [] : [{ path, real }];
  });
  const listed = new Map<string, Set<List>>();
  for (const [list] of rules)
    for (const named of profile[list]) {
      const path = realPath(named);
      if (path === undefined || path === "/" || ownFolders.test(path)) continue;
      const opens = list === "writable" || list === "readable";
      if (opens && opened.some((folder) => leadsOut(named, path, folder))) continue;
      listed.set(path, (listed.get(path) ?? new Set()).add(list));
    }
  return listed;
}

/** Whether a path gets out of a writable folder by a link. A jailed command may have made it, and must not open more by that. */
function leadsOut(
  named: string,
  path: string,
  folder: { readonly path: string; readonly real: string },
): boolean {
  return [folder.path, folder.real].some(
    (outer) => named.startsWith(`${outer}/`) && path !== `${folder.real}${named.slice(outer.length)}`,
  );
}

/** Each jail has its own. Settings that name /dev/null mean nothing. */
const ownFolders = /^\/(dev(?!\/shm\/)|proc)(\/|$)/;

/** @returns Undefined where there is nothing, or nothing that could be reached. */
export function realPath(path: string): string | undefined {
  // Most paths of a profile are not there, and an error costs more than a question.
  if (!existsSync(path)) return undefined;
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

function nearest(
  path: string,
  accessOf: ReadonlyMap<string, Access>,
): { readonly above: string; readonly access: Access } {
  // The path itself may be one of those that are closed beforehand.
  for (let above = path; ; above = dirname(above)) {
    const access = accessOf.get(above);
    if (access !== undefined) return { above, access };
  }
}

function foldersBetween(above: string, path: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = dirname(path); folder.length > above.length; folder = dirname(folder))
    folders.unshift(folder);
  return folders;
}

function byDepth(paths: readonly string[]): readonly string[] {
  const depth = (path: string): number => path.split("/").length;
  return [...paths].sort((one, other) => depth(one) - depth(other) || (one < other ? -1 : 1));
}
