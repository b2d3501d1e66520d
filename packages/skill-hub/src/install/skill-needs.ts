import type { SkillConditions } from "@hermes/skills";
import type { SkillEnvironment } from "@hermes/skills";

/** What a skill asks for that isn't known to be there, one phrase each. */
export function skillNeeds(conditions: SkillConditions, around: SkillEnvironment = {}): readonly string[] {
  const { platforms, tools, toolsets, variables, commands, anyCommands } = conditions;
  const isHere = around.platform !== undefined && platforms.includes(around.platform);
  const has = (name: string): boolean => around.hasCommand?.(name) === true;
  const isSet = (name: string): boolean => (around.env?.[name] ?? "") !== "";
  return [
    ...(platforms.length === 0 || isHere ? [] : [`works on ${platforms.join(", ")} only`]),
    ...tools.filter((name) => around.tools?.has(name) !== true).map((name) => `the tool ${name}`),
    ...toolsets.filter((name) => around.toolsets?.has(name) !== true).map((name) => `the toolset ${name}`),
    ...variables
      .filter(({ name }) => !isSet(name))
      .map(({ name, prompt }) => `the variable ${name}${prompt === undefined ? "" : ` (${prompt})`}`),
    ...commands.filter((name) => !has(name)).map((name) => `the program ${name}`),
    ...(anyCommands.length === 0 || anyCommands.some(has)
      ? []
      : [`one of the programs ${anyCommands.join(", ")}`]),
  ];
}
