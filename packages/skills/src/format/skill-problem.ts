/** Something about a SKILL.md that is not as the format wants it. */
export interface SkillProblem {
  /**
   * `error`: the skill can't be trusted to work as meant (no description, broken YAML). `warning`: it works here and
   * breaks the written format, so that other programs may refuse it.
   */
  readonly severity: "error" | "warning";
  /** What is wrong, with the value, as one sentence. */
  readonly message: string;
  /** In SKILL.md, counted from 1. */
  readonly line: number;
  /** The field it is about, such as `name` or `metadata.hermes.tags`. */
  readonly field?: string | undefined;
}

/** `error: front matter has no "description" (SKILL.md, line 2)`. */
export function formatSkillProblem(problem: SkillProblem): string {
  return `${problem.severity}: ${problem.message} (SKILL.md, line ${problem.line})`;
}
