import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join, relative } from "node:path";
import type { PackageFile, PackageLink, SkillPackage } from "../guard/skill-package.ts";

/** Larger files are named and not read: their size is a finding of its own. */
const maxReadBytes = 8 * 1_048_576;

/** A folder as the scanner wants it. Links are reported and not followed. */
export function readSkillPackage(folder: string, name: string): SkillPackage {
  const files: PackageFile[] = [];
  const symlinks: PackageLink[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const full = join(entry.parentPath, entry.name);
    const path = relative(folder, full).replaceAll("\\", "/");
    if (entry.isSymbolicLink()) symlinks.push({ path, target: readlinkSync(full) });
    else if (entry.isFile()) {
      const { size } = lstatSync(full);
      files.push({ path, content: size > maxReadBytes ? new Uint8Array(size) : readFileSync(full) });
    }
  }
  return { name, files, symlinks };
}
