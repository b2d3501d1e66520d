import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join, relative } from "node:path";
import type { PackageFile, PackageLink } from "@hermes/scanner";
import { contentHash } from "../package/content-hash.ts";

/** What lies in a folder. */
export interface FolderContents {
  readonly files: readonly PackageFile[];
  readonly links: readonly PackageLink[];
}

/** What running a script or opening a window leaves behind: no edit of the person. */
const leftBehind = /(?:^|\/)(?:__pycache__\/.*|\.DS_Store|Thumbs\.db|desktop\.ini)$/;

/** Reads a folder without following a link. */
export function readFolder(folder: string): FolderContents {
  const files: PackageFile[] = [];
  const links: PackageLink[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const full = join(entry.parentPath, entry.name);
    const path = relative(folder, full).replaceAll("\\", "/");
    if (entry.isFile()) files.push({ path, content: readFileSync(full) });
    else if (entry.isSymbolicLink()) links.push({ path, target: readlinkSync(full) });
    else if (!entry.isDirectory()) links.push({ path, target: "something that is no file" });
  }
  return { files, links };
}

export type FolderState = "same" | "edited" | "missing";

/** Holds a folder against what was installed there. A link in it, or in its place, is an edit. */
export function stateOfFolder(
  folder: string,
  { contentHash: wanted, paths }: { readonly contentHash: string; readonly paths: readonly string[] },
): FolderState {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return "missing";
  if (!found.isDirectory()) return "edited";
  const { files, links } = readFolder(folder);
  const counted = files.filter(({ path }) => paths.includes(path) || !leftBehind.test(path));
  return links.length === 0 && contentHash(counted) === wanted ? "same" : "edited";
}
