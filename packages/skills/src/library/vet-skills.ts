import { contentStamp } from "./content-stamp.ts";
import type { SkillIndex } from "./skill-index.ts";
import type { Skill } from "./skill.ts";

/**
 * Vets an untrusted skill: a phrase why it must not be offered ("the scan found …"), undefined where it
 * may. What it throws hides the skill too, and is asked again the next time.
 */
export type VetSkill = (skill: Skill) => string | undefined | Promise<string | undefined>;

export interface VetSkillsOptions {
  readonly index: SkillIndex;
  readonly vet: VetSkill | undefined;
  /** Answers of another version are asked for again. */
  readonly version: string;
}

/** Hides skills of projects that don't pass. An answer holds until a file of the skill changes. */
export async function vetSkills(
  skills: readonly Skill[],
  { index, vet, version }: VetSkillsOptions,
): Promise<readonly Skill[]> {
  if (vet === undefined) return skills;
  const vetted: Skill[] = [];
  for (const skill of skills) {
    const asked = skill.source === "project" && skill.hidden === undefined;
    vetted.push(asked ? { ...skill, ...(await whyNotOffered(skill, { index, vet, version })) } : skill);
  }
  return vetted;
}

async function whyNotOffered(
  skill: Skill,
  { index, vet, version }: VetSkillsOptions & { readonly vet: VetSkill },
): Promise<Pick<Skill, "hidden" | "hiddenBy">> {
  // Taken first: what changes while the files are read is read again the next time.
  const stamp = contentStamp(skill.folder);
  if (stamp === undefined) return notVetted("its folder holds too much to be looked at");
  const known = index.vetted(skill.folder);
  if (known?.stamp === stamp && known.version === version) return vettedAs(known.reason);
  try {
    const reason = await vet(skill);
    index.keepVetted(skill.folder, { stamp, version, reason });
    return vettedAs(reason);
  } catch (error) {
    return notVetted(`it could not be looked at: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function vettedAs(reason: string | undefined): Pick<Skill, "hidden" | "hiddenBy"> {
  return { hidden: reason, hiddenBy: reason === undefined ? undefined : "vetted" };
}

function notVetted(why: string): Pick<Skill, "hidden" | "hiddenBy"> {
  return { hidden: why, hiddenBy: "not-vetted" };
}
