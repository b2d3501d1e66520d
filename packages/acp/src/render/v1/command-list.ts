import type { AvailableCommand } from "@agentclientprotocol/sdk";
import type { SkillCommand, SlashCommand } from "@hermes/agent-loop/controller";

/** What can be typed after a slash, for the menu of an editor. */
export function commandList(
  commands: readonly SlashCommand[],
  skills: readonly SkillCommand[],
): readonly AvailableCommand[] {
  const taken = new Set(commands.flatMap(({ name, aliases }) => [name, ...aliases]));
  return [
    ...commands.map(({ name, summary, hint }) => ({
      name,
      description: summary,
      ...(hint === "" ? {} : { input: { hint } }),
    })),
    ...skills
      .filter(({ name }) => !taken.has(name))
      .map(({ name, summary }) => ({ name, description: summary, input: { hint: "[what to do]" } })),
  ];
}
