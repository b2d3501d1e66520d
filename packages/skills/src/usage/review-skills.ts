import type { ListedSkill, SkillLibrary } from "../library/open-skills.ts";
import { checkScriptOf } from "./run-skill-check.ts";
import type { RunSkillCheck } from "./run-skill-check.ts";
import type { SkillUse } from "./skill-use.ts";

export interface ReviewSkillsOptions {
  readonly library: SkillLibrary;
  /** Runs the checks of agent-made skills again, and counts what they say. Absent: only what is known is told. */
  readonly runCheck?: RunSkillCheck | undefined;
  readonly use?: SkillUse | undefined;
  /** @default Date.now */
  readonly now?: (() => number) | undefined;
  readonly signal: AbortSignal;
}

/** One piece of advice. Nothing is done about it. */
export interface SkillAdvice {
  readonly kind: "merge" | "retire" | "repair" | "prove";
  /** One name, or those that say the same. */
  readonly skills: readonly string[];
  readonly reason: string;
}

/** What a person may want to merge, retire or repair. A skill whose check fails now is quarantined by it. */
export async function reviewSkills(options: ReviewSkillsOptions): Promise<readonly SkillAdvice[]> {
  const before = (await options.library.list({ all: true })).filter(isOwn);
  for (const skill of before) await proveAgain(skill, options);
  const skills = (await options.library.list({ all: true })).filter(isOwn);
  return [...skills.flatMap(adviceFor), ...mergeAdvice(skills)];
}

function isOwn({ editable, shadowedBy }: ListedSkill): boolean {
  return editable && shadowedBy === undefined;
}

async function proveAgain(
  skill: ListedSkill,
  { runCheck, use, now = Date.now, signal }: ReviewSkillsOptions,
): Promise<void> {
  const script = skill.use?.madeAt === undefined ? undefined : checkScriptOf(skill.folder);
  if (script === undefined || runCheck === undefined) return;
  signal.throwIfAborted();
  const { passed } = await runCheck(skill, script, { signal });
  if (passed === undefined) return;
  await use?.record({ skill: skill.name, kind: passed ? "check-passed" : "check-failed", at: now() });
}

function adviceFor({ name, standing, use }: ListedSkill): SkillAdvice[] {
  const skills = [name];
  const { successes = 0, failures = 0, failuresInRow = 0 } = use ?? {};
  if (standing === "quarantined")
    return [{ kind: "repair", skills, reason: "Its check failed; it is not offered until it passes." }];
  if (standing === "archived")
    return [{ kind: "retire", skills, reason: "It was not used for 90 days; it is put away." }];
  if (standing === "stale") return [{ kind: "retire", skills, reason: "It was not used for 30 days." }];
  if (standing === "failing")
    return [
      {
        kind: "repair",
        skills,
        reason: `It did not help the last ${failuresInRow} times; it has no place in the prompt.`,
      },
    ];
  if (failures >= 2 && failures > successes)
    return [{ kind: "repair", skills, reason: `It failed ${failures} times and helped ${successes} times.` }];
  return standing === "unproven"
    ? [{ kind: "prove", skills, reason: "Its check has not run since it was changed." }]
    : [];
}

/** Two descriptions with mostly the same words. */
function mergeAdvice(skills: readonly ListedSkill[]): SkillAdvice[] {
  const words = skills.map(
    (skill) => new Set(`${skill.name} ${skill.description}`.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []),
  );
  return skills.flatMap((skill, index) =>
    skills.slice(index + 1).flatMap((other, offset): SkillAdvice[] => {
      const share = overlap(words[index] ?? new Set(), words[index + 1 + offset] ?? new Set());
      return share < 0.6
        ? []
        : [
            {
              kind: "merge",
              skills: [skill.name, other.name],
              reason: "They say nearly the same of what they are for.",
            },
          ];
    }),
  );
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = [...a].filter((word) => b.has(word)).length;
  return Math.min(a.size, b.size) < 3 ? 0 : both / (a.size + b.size - both);
}
