import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "@hermes/registry";
import { hostsIn } from "./hosts-in.ts";

interface RegistrySettings {
  /** Below the home folder. */
  readonly path: string;
  /** Holds another path in its place. */
  readonly variable?: string | undefined;
  /** Below what the variable holds. */
  readonly within?: string | undefined;
  /** Of what stands before an address on its line. */
  readonly key: RegExp;
}

const url = /(?:index-url|index|url|registry|href)\s*=/i;

const files: readonly RegistrySettings[] = [
  { path: ".npmrc", variable: "NPM_CONFIG_USERCONFIG", key: /registry\s*=/i },
  { path: ".config/pnpm/rc", key: /registry\s*=/i },
  { path: ".yarnrc", key: /registry/i },
  { path: ".yarnrc.yml", key: /npmRegistryServer:/ },
  { path: ".bunfig.toml", key: /(?:registry|url)\s*=/i },
  // A list of addresses may go on in lines of their own.
  ...[".config/pip/pip.conf", ".pip/pip.conf", "Library/Application Support/pip/pip.conf"].map((path) => ({
    path,
    key: /(?:index-url|find-links)\s*=|^\s+$/,
  })),
  { path: ".config/uv/uv.toml", key: url },
  { path: ".config/pypoetry/config.toml", key: url },
  { path: ".condarc", key: /^\s*-\s|channel_alias:/ },
  ...["config.toml", "config"].map((name) => ({
    path: `.cargo/${name}`,
    variable: "CARGO_HOME",
    within: name,
    key: url,
  })),
  { path: ".config/go/env", key: /^GO(?:PROXY|SUMDB)=/ },
  { path: ".m2/settings.xml", key: /<url>/ },
  { path: ".gemrc", key: /^\s*-\s|:sources:/ },
  { path: ".bundle/config", key: /BUNDLE_MIRROR/ },
  { path: ".config/composer/config.json", key: /"url"/ },
  { path: ".composer/config.json", key: /"url"/ },
  { path: ".nuget/NuGet/NuGet.Config", key: /value=/i },
];

const variables: readonly string[] = [
  ...["NPM_CONFIG_REGISTRY", "npm_config_registry", "YARN_NPM_REGISTRY_SERVER", "YARN_REGISTRY"],
  ...["PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "UV_INDEX_URL", "UV_EXTRA_INDEX_URL", "UV_DEFAULT_INDEX"],
  ...["UV_INDEX", "GOPROXY", "CARGO_REGISTRIES_CRATES_IO_INDEX", "RUSTUP_DIST_SERVER", "NODEJS_ORG_MIRROR"],
];

/**
 * Hosts of registries that the settings of the person name, with the port where it is not the usual one. Settings of a
 * workspace are not asked: what works there may write them, and would open what it likes.
 *
 * @param options `env`: where settings are, and what they are in part.
 */
export function configuredRegistries({
  home,
  env,
}: {
  readonly home: string;
  readonly env: Environment;
}): readonly string[] {
  const paths = files.flatMap(({ path, variable, within = "", key }) => {
    const moved = variable === undefined ? undefined : env[variable];
    return [{ path: join(home, path), key }, ...(moved ? [{ path: join(moved, within), key }] : [])];
  });
  const found = [
    ...paths.flatMap(({ path, key }) => hostsIn(textOf(path), key)),
    ...variables.flatMap((name) => hostsIn(env[name] ?? "")),
  ];
  return [...new Set(found)];
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // Most of them are not there.
  }
}
