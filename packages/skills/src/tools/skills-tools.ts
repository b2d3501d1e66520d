import type { Tool } from "@hermes/registry";
import type { SkillUse } from "../usage/skill-use.ts";
import type { SkillLibrary } from "../library/open-skills.ts";
import type { SkillEditor } from "../editing/skill-editor.ts";
import { skillManageTool } from "./skill-manage-tool.ts";
import { skillViewTool } from "./skill-view-tool.ts";
import { skillsListTool } from "./skills-list-tool.ts";

export interface SkillsToolsOptions {
  readonly library: SkillLibrary;
  /** Absent: skills can be read and not changed. */
  readonly editor?: SkillEditor | undefined;
  readonly use?: SkillUse | undefined;
  /** @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** The tools of skills: skills_list, skill_view, skill_manage. */
export function skillsTools({ library, editor, use, now }: SkillsToolsOptions): readonly Tool[] {
  return [
    skillsListTool(library),
    skillViewTool({ library, use, now }),
    skillManageTool({ library, editor, use, now }),
  ];
}
