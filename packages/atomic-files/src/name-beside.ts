import { basename, dirname, join } from "node:path";

/** A hidden file in the folder of another. Its name begins with that one's, cut where the whole would be too long for a disk. */
export function nameBeside(path: string, ...parts: readonly string[]): string {
  return join(dirname(path), `${beginningOf(path)}${parts.join(".")}`);
}

/** With what the names of the files beside one begin. Sixty signs are at most 180 of the 255 bytes that a name may have. */
export function beginningOf(path: string): string {
  return `.${basename(path).slice(0, 60)}.`;
}

/** Eight letters and digits that no two files share by chance. */
export function randomName(): string {
  return Math.random().toString(36).slice(2, 10).padEnd(8, "0");
}
