import type { Stats } from "node:fs";
import { lstatSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, sep } from "node:path";
import { unsafePathReason } from "@hermes/scanner/package-path";

export type SafePath =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly reason: string };

/** Finds a file inside of a skill's folder. Whatever leads out of it, by its name or through a link, is refused. */
export function resolveInside(folder: string, file: string): SafePath {
  const reason = isAbsolute(file)
    ? "A path leads to a fixed place of the machine."
    : unsafePathReason(file.replaceAll("\\", "/"));
  if (reason !== undefined || file.split(/[\\/]/).includes("..")) {
    return { ok: false, reason: `"${file}" is refused: it must be a path inside of the skill's folder.` };
  }
  const path = join(folder, ...file.split(/[\\/]/));
  const existing = nearestExisting(path, folder);
  const root = realpathSync(folder);
  const real = realpathSync(existing);
  if (real !== root && !real.startsWith(root + sep)) {
    return { ok: false, reason: `"${file}" is refused: a link leads out of the skill's folder.` };
  }
  return { ok: true, path };
}

/** The file itself or the nearest folder above that is there. A link that leads nowhere counts as leading out. */
function nearestExisting(path: string, folder: string): string {
  let at = path;
  while (at !== folder && look(statSync, at) === undefined) {
    if (look(lstatSync, at)?.isSymbolicLink() === true) return sep;
    at = join(at, "..");
  }
  return at;
}

/** Whether a part of a path below a folder is a link, so that writing to it would write somewhere else. */
export function hasLink(folder: string, file: string): boolean {
  let at = folder;
  return file.split("/").some((part) => {
    at = join(at, part);
    return look(lstatSync, at)?.isSymbolicLink() === true;
  });
}

/** Undefined also for a name below a file, where nothing can be. */
export function look(stat: typeof statSync | typeof lstatSync, path: string): Stats | undefined {
  try {
    return stat(path, { throwIfNoEntry: false });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return undefined;
    throw error;
  }
}
