import type { Settings } from "@hermes/config";
import { nearest, type ToolRegistry } from "@hermes/registry";
import { usageError } from "../../failure.ts";
import { oneLine } from "../../render/fit.ts";

/** Where sessions come from without a messenger. */
const ownPlatforms: readonly string[] = ["cli", "cron", "api", "mcp", "acp"];

/** The platform that is meant. @throws a usage error for one that nothing is known of. */
export function platformNamed(name: string, settings: Settings, registry: ToolRegistry): string {
  const known = new Set([
    ...ownPlatforms,
    ...registry.toolsetNames().flatMap((each) => (each.startsWith("hermes-") ? each.slice(7) : [])),
    ...Object.keys(settings.platforms),
    ...Object.keys(settings.platform_toolsets),
  ]);
  if (known.has(name)) return name === "api-server" ? "api" : name;
  const near = nearest(name, [...known]);
  const advice =
    near === undefined ? `Some of them: ${ownPlatforms.join(", ")}, telegram.` : `Did you mean ${near}?`;
  throw usageError(`There is no platform "${oneLine(name)}". ${advice}`);
}

/** Those that are there to be chosen: that of this terminal, messengers that are set up, and the others. */
export function platformsToChoose(served: readonly string[], settings: Settings): readonly string[] {
  const [terminal = "cli", ...others] = ownPlatforms;
  return [...new Set([terminal, ...served, ...others, ...Object.keys(settings.platform_toolsets)])];
}
