import { statSync } from "node:fs";
import { join } from "node:path";
import { homesTogether } from "./homes-together.ts";
import type { Places } from "./places.ts";
import { hermesCredentials, hermesPolicyFiles } from "./protected-paths.ts";

const ownFiles = [...hermesCredentials, ...hermesPolicyFiles].filter((name) => !name.endsWith("/"));

/**
 * A path with symlinks followed, or the file of Hermes that it is another name of: nothing leads from one name of a file to
 * another.
 */
export function followHardLink(real: string, { home }: Pick<Places, "home">): string {
  const facts = factsOf(real);
  if (facts === undefined || !facts.isFile() || facts.nlink < 2n) return real;
  const isSame = (path: string): boolean => {
    const other = factsOf(path);
    return other?.ino === facts.ino && other.dev === facts.dev;
  };
  return (
    homesTogether(home)
      .flatMap((each) => ownFiles.map((name) => join(each, name)))
      .find(isSame) ?? real
  );
}

function factsOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false, bigint: true });
  } catch {
    // Below a file, or in a folder that can't be entered.
    return undefined;
  }
}
