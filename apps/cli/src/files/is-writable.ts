import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";

/** Whether a file can be changed, a folder be filled, or what is missing be made. */
export function isWritable(path: string): boolean {
  if (!existsSync(path) && dirname(path) !== path) return isWritable(dirname(path));
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    // Whatever the reason, nothing can be kept there.
    return false;
  }
}
