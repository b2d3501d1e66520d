import { existsSync } from "node:fs";
import type { Environment } from "@hermes/registry";
import { pathsOf } from "./paths-of-place.ts";

export interface CacheVariablesOptions {
  /** Home of the person. */
  readonly home: string;
  readonly env: Environment;
}

/**
 * Variables that a command behind a profile needs to find the caches it would find without one.
 *
 * pnpm looks for its store where hard links from the project go. Between two mounts there are none, so it would make another
 * store in the project, and refuse a project that was installed from the first.
 *
 * @returns Nothing that `env` has already.
 */
export function cacheVariables({ home, env }: CacheVariablesOptions): Readonly<Record<string, string>> {
  const variable = "pnpm_config_store_dir";
  if (env[variable] !== undefined) return {};
  const place = { path: ".local/share/pnpm/store", variable: "PNPM_HOME", within: "store" };
  const store = pathsOf(place, home, env).findLast((path) => existsSync(path));
  return store === undefined ? {} : { [variable]: store };
}
