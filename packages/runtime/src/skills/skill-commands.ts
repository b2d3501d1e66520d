import type { ListedSkill, SkillBundle, SkillLibrary, SkillUse } from "@hermes/skills";
import { join } from "node:path";
import type { HomeSkills, SkillCommand } from "./home-skills.ts";

export interface SkillCommandsOptions {
  readonly home: string;
  readonly library: SkillLibrary;
  readonly use: SkillUse;
  readonly warn: (message: string) => void;
}

/** Skills and bundles of them as what is typed after a slash. */
export function skillCommands(options: SkillCommandsOptions): Pick<HomeSkills, "commands" | "messageOf"> {
  const warn = onceEach(options.warn);
  return {
    async commands() {
      return (await readCommands({ ...options, warn })).map(({ name, summary, skills }) => ({
        name,
        summary,
        skills: skills.map((skill) => skill.name),
      }));
    },
    async messageOf(command, args) {
      const found = (await readCommands({ ...options, warn })).find(({ name }) => name === command);
      if (found === undefined) return undefined;
      const { skillMessage } = await import("@hermes/skills");
      const { library, use } = options;
      const at = Date.now();
      for (const { name } of found.skills) await use.record({ skill: name, kind: "used", at });
      const views = found.skills.map((skill) => library.view(skill));
      return skillMessage(`/${command} ${args}`.trim(), views, { instruction: found.instruction });
    },
  };
}

interface FoundCommand extends Omit<SkillCommand, "skills"> {
  readonly skills: readonly ListedSkill[];
  /** Said before the person's own words. */
  readonly instruction: string;
}

/** Bundles first. Of two commands of one name the first counts. */
async function readCommands({ home, library, warn }: SkillCommandsOptions): Promise<readonly FoundCommand[]> {
  const { readSkillBundles, skillCommandName } = await import("@hermes/skills");
  const { bundles, problems } = await readSkillBundles(join(home, "skill-bundles"));
  for (const problem of problems) warn(`A bundle of skills can't be used: ${problem}`);
  const skills = await library.list();
  const commands = new Map<string, FoundCommand>();
  for (const bundle of bundles) {
    const found = ofBundle(bundle, skills, warn);
    if (found.skills.length > 0) commands.set(found.name, found);
  }
  for (const skill of skills) {
    const name = skillCommandName(skill.name);
    const other = commands.get(name);
    if (other !== undefined) warn(`/${name} is ${titleOf(other)}, not the skill "${skill.name}".`);
    else if (name !== "")
      commands.set(name, { name, summary: skill.description, skills: [skill], instruction: "" });
  }
  return [...commands.values()];
}

function ofBundle(
  { command, description, skills: names, instruction }: SkillBundle,
  skills: readonly ListedSkill[],
  warn: (message: string) => void,
): FoundCommand {
  const found = names.flatMap((name) => {
    const skill = skills.find((each) => each.name === name);
    if (skill === undefined)
      warn(`The bundle /${command} names "${name}", which is no skill that is offered.`);
    return skill ?? [];
  });
  const summary = description === "" ? `Skills: ${names.join(", ")}` : description;
  return { name: command, summary, skills: found, instruction };
}

function titleOf({ skills }: FoundCommand): string {
  const [skill, ...more] = skills;
  return more.length > 0 || skill === undefined ? "a bundle" : `the skill or bundle of "${skill.name}"`;
}

/** Commands are listed with every letter that is typed. */
function onceEach(warn: (message: string) => void): (message: string) => void {
  const said = new Set<string>();
  return (message) => {
    if (said.has(message)) return;
    said.add(message);
    warn(message);
  };
}
