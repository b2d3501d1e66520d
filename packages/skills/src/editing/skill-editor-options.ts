import type { SkillFinding, SkillPackage, SkillVerdict } from "@hermes/scanner";
import type { RunSkillCheck } from "../usage/run-skill-check.ts";
import type { SkillUse } from "../usage/skill-use.ts";
import type { SkillLibrary } from "../library/open-skills.ts";

/** Looks at a skill before it is written. `scanSkill` with the trust "agent" matches it by shape. */
export type ScanSkillPort = (
  skill: SkillPackage,
) =>
  | Promise<{ readonly decision: SkillVerdict; readonly findings: readonly SkillFinding[] }>
  | { readonly decision: SkillVerdict; readonly findings: readonly SkillFinding[] };

export interface SkillEditorOptions {
  readonly library: SkillLibrary;
  readonly scan: ScanSkillPort;
  readonly runCheck?: RunSkillCheck | undefined;
  readonly use?: SkillUse | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

export interface ChangeSkillOptions {
  readonly signal: AbortSignal;
  /** Only tell what would be written. */
  readonly preview?: boolean | undefined;
}

export type MakeChangeOptions = SkillEditorOptions & ChangeSkillOptions;
