import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** @param {string} folder @returns {number} Bytes of the files in it, as their lengths say; 0 where there is none. */
export function sizeOfFolder(folder) {
  let bytes = 0;
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? sizeOfFolder(path) : lstatSync(path).size;
  }
  return bytes;
}

/** @param {string} folder */
function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return [];
  }
}
