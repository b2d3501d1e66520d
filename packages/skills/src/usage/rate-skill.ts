import type { SkillLibrary } from "../library/open-skills.ts";
import type { SkillUse } from "./skill-use.ts";

export interface RateSkillOptions {
  readonly library: SkillLibrary;
  readonly use: SkillUse;
  /** @default Date.now */
  readonly now?: (() => number) | undefined;
}

export type RatedSkill =
  | { readonly ok: true; readonly name: string; readonly successes: number; readonly failures: number }
  | { readonly ok: false; readonly reason: string };

/** Records how the person found the result of work that was done with a skill, whosever it is: once for each use. */
export async function rateSkill(
  name: string,
  helped: boolean,
  { library, use, now = Date.now }: RateSkillOptions,
): Promise<RatedSkill> {
  const found = await library.find(name, { all: true });
  if (!found.ok) return { ok: false, reason: found.reason };
  const { skill } = found;
  const { uses = 0, successes = 0, failures = 0 } = skill.use ?? {};
  if (successes + failures >= uses) {
    const reason = uses === 0 ? "was not used" : "was rated since it was last used";
    return { ok: false, reason: `The skill "${skill.name}" ${reason}.` };
  }
  await use.record({ skill: skill.name, kind: helped ? "succeeded" : "failed", at: now() });
  return {
    ok: true,
    name: skill.name,
    successes: successes + (helped ? 1 : 0),
    failures: failures + (helped ? 0 : 1),
  };
}
