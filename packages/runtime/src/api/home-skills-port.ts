import type { SkillsPort } from "@hermes/api";
import type { SkillInfo } from "@hermes/client/contract";
import type { ListedSkill } from "@hermes/skills";
import type { HomeSkills, SkillCommand } from "../skills/home-skills.ts";

/** The skills of a home and of the folder in which it serves. */
export function homeSkillsPort(skills: () => Promise<HomeSkills>): SkillsPort {
  return {
    async list({ query, all }) {
      const home = await skills();
      const [listed, commands] = await Promise.all([home.library.list({ query, all }), home.commands()]);
      return listed.map((skill) => toInfo(skill, commands));
    },
    async get(name) {
      const home = await skills();
      const found = await home.library.find(name, { all: true });
      if (!found.ok) return undefined;
      const { content = "", files } = home.library.view(found.skill);
      return { skill: toInfo(found.skill, await home.commands()), text: content, files };
    },
  };
}

function toInfo(
  { name, description, category, source, hidden, shadowedBy }: ListedSkill,
  commands: readonly SkillCommand[],
): SkillInfo {
  const command = commands.find(({ skills }) => skills.length === 1 && skills[0] === name)?.name;
  const isHidden = hidden ?? (shadowedBy === undefined ? undefined : "another skill of its name is taken");
  return {
    name,
    description,
    category,
    command: isHidden === undefined ? command : undefined,
    source,
    hidden: isHidden,
  };
}
