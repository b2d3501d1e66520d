import type { RewrittenSkill, SkillRewrite } from "./rewrite-skill.ts";
import type { SkillChange, SkillChangeOutcome } from "./skill-change.ts";
import type { ChangeSkillOptions, SkillEditorOptions } from "./skill-editor-options.ts";

export interface SkillEditor {
  /**
   * Makes a change to a skill of the person's folder: checked, scanned and tried on a copy, then put in place in one step.
   * Until then nothing that a reader could see has changed. What anybody else writes meanwhile is not lost: a patch is made
   * again on top of it, any other change is refused.
   */
  change(change: SkillChange, options: ChangeSkillOptions): Promise<SkillChangeOutcome>;
  /** Works out what a SKILL.md would be, with the difference for a person. Writes nothing. */
  rewrite(text: string, rewrite: SkillRewrite): Promise<RewrittenSkill>;
}

/** Loads what it needs with the first change. */
export function createSkillEditor(options: SkillEditorOptions): SkillEditor {
  return {
    async change(change, changeOptions) {
      const { makeChange } = await import("./make-change.ts");
      return await makeChange(change, { ...options, ...changeOptions });
    },
    async rewrite(text, rewrite) {
      const { rewriteSkill } = await import("./make-change.ts");
      return rewriteSkill(text, rewrite);
    },
  };
}
