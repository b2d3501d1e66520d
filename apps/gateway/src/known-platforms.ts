import type { LoadedSettings } from "@hermes/config";
import { builtinPlatforms } from "@hermes/gateway";
import type { Platform } from "@hermes/gateway";
import { loadPlugin } from "./load-plugin.ts";

/** A platform that a person has begun to set up, and that can't be served. */
export interface PlatformProblem {
  readonly name: string;
  readonly label: string;
  readonly reason: string;
  readonly hint: string;
}

/** Every platform that there is, whether it is set up or not. */
export interface KnownPlatforms {
  readonly platforms: readonly Platform[];
  /** Plug-ins that can't be used. */
  readonly problems: readonly PlatformProblem[];
}

/**
 * The platforms that come with Hermes, and those whose modules the settings name as `platforms.<name>.module`. A module is a program
 * of the owner: only settings that count may be given.
 */
export async function knownPlatforms({
  settings,
  home,
}: Pick<LoadedSettings, "settings" | "home">): Promise<KnownPlatforms> {
  const builtin = builtinPlatforms();
  const named = Object.entries(settings.platforms).flatMap(([name, { enabled, module }]) =>
    module === undefined || enabled === false ? [] : [{ name, module }],
  );
  const loaded = await Promise.all(
    named.map(async ({ name, module }) => {
      if (builtin.some((platform) => platform.name === name))
        return {
          name,
          problem: {
            reason: `${name} comes with Hermes: no module can take its place.`,
            hint: `Give the platform of the module another name, or take platforms.${name}.module out.`,
          },
        };
      if (typeof module !== "string" || module.trim() === "")
        return {
          name,
          problem: {
            reason: "module is no text.",
            hint: `Write the name of a package, or a path, as platforms.${name}.module.`,
          },
        };
      return { name, ...(await loadPlugin(name, module.trim(), home)) };
    }),
  );
  return {
    platforms: [...builtin, ...loaded.flatMap((each) => ("platform" in each ? [each.platform] : []))],
    problems: loaded.flatMap((each) =>
      "problem" in each ? [{ name: each.name, label: each.name, ...each.problem }] : [],
    ),
  };
}
