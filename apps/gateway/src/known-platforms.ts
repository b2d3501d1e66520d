import type { LoadedSettings } from "@hermes/config";
import { builtinPlatforms } from "@hermes/gateway";
import type { Platform } from "@hermes/gateway";
import type { UsedPlugin } from "@hermes/runtime";
import { loadPlugin } from "./load-plugin.ts";
import { platformsOfPlugins } from "./plugins/platforms-of-plugins.ts";

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
 * The platforms that come with Hermes, those of plug-ins, and those whose modules the settings name as `platforms.<name>.module`. A
 * module is a program of the owner: only settings that count may be given.
 *
 * @param plugins Those that are used. What has a name that comes with Hermes is left out.
 */
export async function knownPlatforms(
  { settings, home }: Pick<LoadedSettings, "settings" | "home">,
  plugins: readonly UsedPlugin[] = [],
): Promise<KnownPlatforms> {
  const builtin = builtinPlatforms();
  const given = platformsOfPlugins(plugins).filter(({ name }) => builtin.every((each) => each.name !== name));
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
      if (given.some((platform) => platform.name === name))
        return {
          name,
          problem: {
            reason: `${name} comes with a plug-in already.`,
            hint: `Take platforms.${name}.module out, or switch the plug-in off: hermes plugins list`,
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
    platforms: [
      ...builtin,
      ...given,
      ...loaded.flatMap((each) => ("platform" in each ? [each.platform] : [])),
    ],
    problems: loaded.flatMap((each) =>
      "problem" in each ? [{ name: each.name, label: each.name, ...each.problem }] : [],
    ),
  };
}
