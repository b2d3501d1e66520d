import type { AgentInput } from "@hermes/agent-loop";
import { HermesError } from "@hermes/registry/errors";
import type { HomeSkills, Runtime } from "@hermes/runtime";
import type { ListedSkill, SkillMessage } from "@hermes/skills";
import { safe } from "../commands/skills/safe-text.ts";

/** Loads the skills of `--skill` with a message. Undefined where none was named. */
export type WithSkills = ((text: string) => Promise<SkillMessage>) | undefined;

/**
 * Finds the skills, or bundles of them, that somebody named for the first message. Nothing of them is read before.
 *
 * @throws {HermesError} `CLI_NO_SKILL`, `CLI_AMBIGUOUS_SKILL`: before anything is asked, and not when the message is sent.
 */
export async function loadSkills(runtime: Runtime, names: readonly string[] = []): Promise<WithSkills> {
  if (names.length === 0) return undefined;
  const skills = await runtime.skills();
  const found = new Map<string, ListedSkill>();
  for (const name of names) {
    // oxlint-disable-next-line no-await-in-loop -- the first that is not there is told
    for (const skill of await named(skills, name)) found.set(skill.folder, skill);
  }
  return async (text) => {
    const { skillMessage } = await import("@hermes/skills");
    const views = [...found.values()].map((skill) => skills.library.view(skill));
    const at = Date.now();
    await Promise.all(views.map(({ skill }) => skills.use.record({ skill: skill.name, kind: "used", at })));
    return skillMessage(text, views);
  };
}

/** A question that begins as a skill's command does, with the skill; `/init` with what it asks for; any other as it is. */
export async function typedSkill(runtime: Runtime, question: string): Promise<AgentInput> {
  if (!question.trimStart().startsWith("/")) return question;
  const [skills, { initMessage, parseSlashInput, slashCommands }] = await Promise.all([
    runtime.skills(),
    import("@hermes/agent-loop/controller"),
  ]);
  const commands = (await skills.commands()).map(({ name }) => name);
  const input = parseSlashInput(question, slashCommands, commands);
  if (input.type === "command" && input.exact && input.command.name === "init")
    return initMessage(input.rest);
  return input.type === "skill" ? ((await skills.messageOf(input.name, input.rest)) ?? question) : question;
}

async function named(skills: HomeSkills, name: string): Promise<readonly ListedSkill[]> {
  const found = await skills.library.find(name);
  if (found.ok) return [found.skill];
  const bundle = (await skills.commands()).find((command) => command.name === name);
  if (bundle !== undefined)
    return (await Promise.all(bundle.skills.map((each) => named(skills, each)))).flat();
  const near = found.suggestions.map(safe).join(", ");
  throw new HermesError(safe(found.reason), {
    code: found.problem === "ambiguous" ? "CLI_AMBIGUOUS_SKILL" : "CLI_NO_SKILL",
    hint: near === "" ? "See them all with: hermes skills list --all" : `Did you mean ${near}?`,
  });
}
