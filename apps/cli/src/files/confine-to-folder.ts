import { realpath } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import type { PathPolicy } from "@hermes/files";

/** Allows paths below a folder alone; a link that leads out of it leads nowhere. */
export function confineToFolder(folder: string): PathPolicy {
  return {
    async check({ path }) {
      const root = await realPlace(folder);
      const place = await realPlace(path);
      if (place === root || place.startsWith(root.endsWith(sep) ? root : root + sep)) return { ok: true };
      return { ok: false, reason: `it is outside of ${folder}.` };
    },
  };
}

/** Where a path leads that need not be there yet. */
async function realPlace(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realPlace(parent), basename(path));
  }
}
