import { join } from "node:path";

/** `~` and `~/…` as the person's own folder. */
export function expandHome(path: string, homedir: string): string {
  return path === "~" ? homedir : /^~[/\\]/.test(path) ? join(homedir, path.slice(2)) : path;
}
