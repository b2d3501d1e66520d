import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Which profile is used where nothing else says so: one name, in a file of the root home. */
export function activeProfilePath(root: string): string {
  return join(root, "active_profile");
}

/** Undefined: nobody chose one. */
export function readActiveProfile(root: string): string | undefined {
  try {
    return readFileSync(activeProfilePath(root), "utf8").trim() || undefined;
  } catch {
    return undefined;
  }
}

/** @param name Undefined: the root home is used again. */
export async function writeActiveProfile(root: string, name: string | undefined): Promise<void> {
  if (name === undefined) return rmSync(activeProfilePath(root), { force: true });
  const { replaceFile } = await import("@hermes/atomic-files");
  mkdirSync(root, { recursive: true, mode: 0o700 });
  replaceFile(activeProfilePath(root), `${name}\n`, { mode: 0o600 });
}
