import { closeSync, openSync, readdirSync, readlinkSync, readSync } from "node:fs";
import { join, relative } from "node:path";
import { HermesError } from "@hermes/registry";
import type { PackageFile, PackageLink, SkillPackage } from "@hermes/scanner";

/** The scanner reads no more of a file, and that it is longer is a finding of its own. */
const maxFileBytes = 1_048_576;
const maxTotalBytes = 64 * maxFileBytes;
const maxEntries = 5_000;

/**
 * A folder as the scanner wants it. Links are reported and not followed; of very long files the beginning is read.
 *
 * @throws {HermesError} `SKILL_TOO_LARGE`: what can't be read to its end can't be vetted.
 */
export function readSkillPackage(folder: string, name: string): SkillPackage {
  const files: PackageFile[] = [];
  const symlinks: PackageLink[] = [];
  let [entries, bytes] = [0, 0];
  const walk = (at: string): void => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      if (++entries > maxEntries) throw tooLarge(name, `more than ${maxEntries} files`);
      const full = join(at, entry.name);
      const path = relative(folder, full).replaceAll("\\", "/");
      if (entry.isDirectory()) walk(full);
      else if (entry.isSymbolicLink()) symlinks.push({ path, target: readlinkSync(full) });
      else if (entry.isFile()) {
        const content = readStart(full);
        bytes += content.byteLength;
        if (bytes > maxTotalBytes) throw tooLarge(name, `more than ${maxTotalBytes / 1_048_576} MB`);
        files.push({ path, content });
      }
    }
  };
  walk(folder);
  return { name, files, symlinks };
}

function readStart(path: string): Uint8Array {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(maxFileBytes);
    let length = 0;
    for (let read = -1; read !== 0 && length < maxFileBytes; length += read)
      read = readSync(file, bytes, length, maxFileBytes - length, null);
    // A copy: a small file shouldn't hold on to the whole buffer.
    return Uint8Array.from(bytes.subarray(0, length));
  } finally {
    closeSync(file);
  }
}

function tooLarge(name: string, what: string): HermesError {
  return new HermesError(`The skill "${name}" holds ${what}.`, {
    code: "SKILL_TOO_LARGE",
    hint: "Keep what it works with outside of its folder.",
  });
}
