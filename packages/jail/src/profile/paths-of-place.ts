import { isAbsolute, join } from "node:path";
import type { Environment } from "@hermes/registry";
import type { HomePlace } from "./home-places.ts";

/** Base folders that the environment may move. @see https://specifications.freedesktop.org/basedir-spec/latest/ */
const bases: readonly (readonly [folder: string, variable: string])[] = [
  [".config/", "XDG_CONFIG_HOME"],
  [".cache/", "XDG_CACHE_HOME"],
  [".local/share/", "XDG_DATA_HOME"],
];

/** Where a place is: below the home folder, and where the environment says. */
export function pathsOf(
  { path, variable, within = "" }: HomePlace,
  home: string,
  env: Environment,
): readonly string[] {
  const moved = bases.flatMap(([folder, name]) =>
    path.startsWith(folder) ? valuesOf(env[name]).map((base) => join(base, path.slice(folder.length))) : [],
  );
  const named = variable === undefined ? [] : valuesOf(env[variable]).map((base) => join(base, within));
  return [join(home, path), ...moved, ...named];
}

/** Some variables hold several paths; a kind in front, such as `FILE:`, is none of the path. */
function valuesOf(value: string | undefined): readonly string[] {
  return (value ?? "").split(":").filter((path) => isAbsolute(path) && path !== "/");
}
