import * as z from "zod";

export interface SkillInfo {
  readonly name: string;
  readonly description: string;
  readonly category?: string | undefined;
  /** What is typed for it, without the slash. Absent: it is not offered. */
  readonly command?: string | undefined;
  /** Where it comes from: `bundled`, `home`, `project`, `hub`, … */
  readonly source: string;
  /** Why it is not offered to the model. */
  readonly hidden?: string | undefined;
}

export const skillInfo: z.ZodType<SkillInfo> = z.object({
  name: z.string(),
  description: z.string(),
  category: z.string().optional(),
  command: z.string().optional(),
  source: z.string(),
  hidden: z.string().optional(),
});

/** With its text, and the names of its other files. */
export interface SkillText {
  readonly skill: SkillInfo;
  readonly text: string;
  readonly files: readonly string[];
}

export const skillText: z.ZodType<SkillText> = z.object({
  skill: skillInfo,
  text: z.string(),
  files: z.array(z.string()),
});
