import type {
  ListedSkill,
  RunSkillCheck,
  SkillAdvice,
  SkillEditor,
  SkillLibrary,
  SkillMessage,
  SkillUse,
} from "@hermes/skills";
import type { SkillHub } from "@hermes/skill-hub";

/** What can be typed after a slash. */
export interface SkillCommand {
  /** Without the slash. */
  readonly name: string;
  readonly summary: string;
  /** The skills that it loads, by name: one, or those of a bundle. */
  readonly skills: readonly string[];
}

/** The skills of this home and of the project that the person works in. Nothing is read before it is asked for. */
export interface HomeSkills {
  readonly library: SkillLibrary;
  readonly use: SkillUse;
  /** Makes and changes skills on behalf of the person: what the scan finds is a warning, and no refusal. */
  readonly editor: SkillEditor;
  /** Warns of what the scan finds in a skill that somebody else than the editor changed. */
  tellFindings(skill: Pick<ListedSkill, "name" | "folder">): Promise<void>;
  /** Runs a skill's check where scripts run. */
  readonly runCheck: RunSkillCheck;
  hub(): Promise<SkillHub>;
  /** What is offered here, by name. A bundle comes before a skill of the same name, and is said to. */
  commands(): Promise<readonly SkillCommand[]>;
  /** The user message that a command enters; undefined when there is none of that name. Counts as a use. */
  messageOf(command: string, args: string): Promise<SkillMessage | undefined>;
  /** Runs the checks of skills that the agent made, and says what to merge, retire, repair or prove. */
  review(options: { readonly signal: AbortSignal }): Promise<readonly SkillAdvice[]>;
}
