import { whyNoPath } from "@hermes/skills/hub-lock";
import { hubError } from "../hub-error.ts";

/**
 * Judges the names of a package as they came, before any of them touches a disk: nothing that leads out, is absolute, is a
 * device or another file on some system, and no two that would be one.
 *
 * @throws {HermesError} `HUB_REFUSED`
 */
export function checkPackagePaths(paths: readonly string[]): void {
  const files = new Map<string, string>();
  const folders = new Map<string, string>();
  for (const path of paths) {
    const reason = whyNoPath(path);
    if (reason !== undefined) throw refused(path, reason);
    const parts = path.split("/");
    const file = fold(path);
    const twin = files.get(file) ?? folders.get(file);
    if (twin !== undefined) throw refused(path, `It and "${shown(twin)}" are one file on some systems.`);
    files.set(file, path);
    for (let depth = 1; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join("/");
      const folded = fold(folder);
      const other = folders.get(folded) ?? files.get(folded);
      if (other !== undefined && other !== folder)
        throw refused(path, `Its folder and "${shown(other)}" are one on some systems.`);
      if (files.has(folded)) throw refused(path, "Its folder is a file too.");
      folders.set(folded, folder);
    }
  }
}

function fold(path: string): string {
  return path.normalize("NFKC").toUpperCase().toLowerCase();
}

function refused(path: string, reason: string): Error {
  return hubError("HUB_REFUSED", `The package holds the path "${shown(path)}". ${reason}`, {
    hint: "Nothing of it was written.",
  });
}

/** Untrusted names are shown in a terminal. */
function shown(path: string): string {
  return path.replace(/[^\x20-\x7E\u00A0-\u02FF\u0370-\u1FFF\u3040-\uD7FF]/g, "\uFFFD").slice(0, 120);
}
