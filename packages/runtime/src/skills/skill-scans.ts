import type { SkillPackage, SkillScan, SkillTrust } from "@hermes/scanner";
import type { VetSkill } from "@hermes/skills";

/** What a skill would do, as far as its files tell. The scanner is loaded when it is first needed. */
export async function scanWhole(skill: SkillPackage, trust: SkillTrust): Promise<SkillScan> {
  const { scanSkill } = await import("@hermes/scanner");
  return scanSkill(skill, { trust });
}

/** Looks at a skill of a project: whoever can write to a repository could otherwise teach the agent anything. */
export function vetSkill(warn: (message: string) => void): VetSkill {
  return async ({ name, folder }) => {
    const { readSkillPackage } = await import("@hermes/skills");
    const { decision, findings } = await scanWhole(readSkillPackage(folder, name), "community");
    if (decision !== "block") return undefined;
    const [worst] = findings;
    const said = worst?.message.replace(/\.$/, "");
    const what = worst === undefined ? "" : `: ${said} (${worst.file}, line ${worst.line})`;
    warn(`The skill "${name}" of this project is not offered${what}.`);
    return `the scan found what may do harm${what}`;
  };
}
