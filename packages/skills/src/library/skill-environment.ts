import type { SkillConditions } from "../format/skill-fields.ts";

/** What is there for a skill to work with. What isn't given counts as: everything that is asked for is there. */
export interface SkillEnvironment {
  /** `linux`, `macos` or `windows`. */
  readonly platform?: string | undefined;
  readonly tools?: ReadonlySet<string> | undefined;
  readonly toolsets?: ReadonlySet<string> | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Whether a program is on the PATH. Asked once per program and listing. */
  readonly hasCommand?: ((name: string) => boolean) | undefined;
}

/** Why a skill isn't offered here, as a phrase; undefined when it is. */
export function whyUnavailable(conditions: SkillConditions, around: SkillEnvironment): string | undefined {
  const { platforms } = conditions;
  if (around.platform !== undefined && platforms.length > 0 && !runsOn(platforms, around.platform)) {
    return `for ${platforms.join(", ")} only`;
  }
  return (
    missingOf("tool", conditions.tools, around.tools) ??
    missingOf("toolset", conditions.toolsets, around.toolsets) ??
    standsIn(conditions.fallbackForTools, around.tools) ??
    standsIn(conditions.fallbackForToolsets, around.toolsets) ??
    missingCommand(conditions, around)
  );
}

/** Names alone: values are never shown. */
export function missingVariables(
  { variables }: SkillConditions,
  { env }: SkillEnvironment,
): readonly string[] {
  if (env === undefined) return [];
  const missing = variables.map(({ name }) => name).filter((name) => (env[name] ?? "") === "");
  return [...new Set(missing)];
}

function runsOn(platforms: readonly string[], platform: string): boolean {
  return platforms.some(
    (name) => name === platform || (platform === "linux" && ["termux", "android"].includes(name)),
  );
}

function missingOf(
  kind: string,
  wanted: readonly string[],
  present: ReadonlySet<string> | undefined,
): string | undefined {
  const missing = present === undefined ? undefined : wanted.find((name) => !present.has(name));
  return missing === undefined ? undefined : `needs the ${kind} ${missing}`;
}

function standsIn(names: readonly string[], present: ReadonlySet<string> | undefined): string | undefined {
  const found = present === undefined ? undefined : names.find((name) => present.has(name));
  return found === undefined ? undefined : `stands in for ${found}, which is there`;
}

function missingCommand(
  { commands, anyCommands }: SkillConditions,
  { hasCommand }: SkillEnvironment,
): string | undefined {
  if (hasCommand === undefined) return undefined;
  const missing = commands.find((name) => !hasCommand(name));
  if (missing !== undefined) return `needs the program ${missing}`;
  if (anyCommands.length > 0 && !anyCommands.some((name) => hasCommand(name))) {
    return `needs one of the programs ${anyCommands.join(", ")}`;
  }
  return undefined;
}
