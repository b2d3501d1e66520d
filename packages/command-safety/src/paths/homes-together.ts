import { readdirSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";

/** The home that has the others: a profile is `profiles/<name>` of it. */
export function rootHome(home: string): string {
  const profiles = dirname(home);
  return basename(profiles) === "profiles" ? dirname(profiles) : home;
}

/** The home of Hermes that a path lies in, of all that lie together; undefined where it lies in none. */
export function homeAround(path: string, home: string): string | undefined {
  const root = rootHome(home);
  if (path !== root && !path.startsWith(root + sep)) return undefined;
  const [folder, name] = path.slice(root.length + 1).split(sep);
  return folder === "profiles" && name !== undefined && name !== "" ? join(root, folder, name) : root;
}

/** A home with those beside it: the root home first, then its profiles. */
export function homesTogether(home: string): readonly string[] {
  const root = rootHome(home);
  const profiles = join(root, "profiles");
  try {
    return [root, ...readdirSync(profiles).map((name) => join(profiles, name))];
  } catch {
    return [root];
  }
}
