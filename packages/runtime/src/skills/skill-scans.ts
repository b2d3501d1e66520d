import type { SkillFinding, SkillPackage, SkillScan, SkillTrust } from "@hermes/scanner";
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
    const [worst] = decision === "block" ? findings : findings.filter(isInjection);
    if (worst === undefined) return undefined;
    const what = `: ${worst.message.replace(/\.$/, "")} (${worst.file}, line ${worst.line})`;
    warn(`The skill "${name}" of this project is not offered${what}.`);
    return `the scan found what may do harm${what}`;
  };
}

/** What a person would be asked about elsewhere; here nobody looks before the model reads it. */
function isInjection({ risk, severity }: SkillFinding): boolean {
  return severity === "high" && (risk === "injection" || risk === "hidden-text" || risk === "exfiltration");
}
