import type { Provenance } from "@hermes/registry";
import type { SkillFields } from "../format/skill-fields.ts";
import type { SkillProblem } from "../format/skill-problem.ts";

export type SkillOrigin = "bundled" | "hub" | "user" | "project";

/** A skill as it lies on the disk, without its text. */
export interface Skill {
  /** What it is called with: the name of its front matter, else of its folder. */
  readonly name: string;
  /** At most 1,024 characters; what goes beyond is cut. */
  readonly description: string;
  /** The folders between the root and the skill (`devops/docker`), else what its front matter says, else `general`. */
  readonly category: string;
  readonly source: SkillOrigin;
  /** Its folder, absolute. */
  readonly folder: string;
  /** Its SKILL.md, absolute. */
  readonly path: string;
  /** Whether the agent may change it. */
  readonly editable: boolean;
  readonly fields: SkillFields;
  /** What breaks the format. The skill is read all the same. */
  readonly problems: readonly SkillProblem[];
  /** Names of the variables that it needs and that aren't set. It is offered all the same: the person may set them. */
  readonly missingVariables: readonly string[];
  /** Why it isn't offered here, as a phrase. Undefined: it is offered. */
  readonly hidden: string | undefined;
  /** What hides it, where something does. */
  readonly hiddenBy: HiddenBy | undefined;
  /** The folder of the skill of the same name that is taken instead. */
  readonly shadowedBy: string | undefined;
}

/** `vetted`: whoever looked at it found what may do harm. `not-vetted`: it could not be looked at. */
export type HiddenBy = "settings" | "conditions" | "vetted" | "not-vetted";

/** Somebody else wrote it: its text is untrusted content. */
export function isThirdParty({ source }: Pick<Skill, "source">): boolean {
  return source === "hub" || source === "project";
}

/** The untrusted source of a skill's text; none for one of the person's, of the agent's or of Hermes. */
export function sourceOf(skill: Pick<Skill, "name" | "source">): readonly Provenance[] {
  return isThirdParty(skill) ? [{ source: skill.source, name: skill.name }] : [];
}
