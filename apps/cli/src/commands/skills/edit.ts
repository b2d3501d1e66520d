import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { replaceFile } from "@hermes/atomic-files";
import { HermesError } from "@hermes/registry/errors";
import type { ListedSkill, SkillChangeOutcome } from "@hermes/skills";
import { exitCodes } from "../../host.ts";
import type { SkillsDesk } from "./desk.ts";
import { findSkill } from "./find-skill.ts";
import { safe } from "./safe.ts";
import { writeDraft } from "./write-draft.ts";

/** `hermes skills edit`: a skill in the person's editor, put in place once it is valid. */
export async function editSkill(
  wanted: string,
  { json }: { readonly json?: boolean | undefined },
  desk: SkillsDesk,
): Promise<number> {
  const skill = await findSkill(desk.skills, wanted);
  const text = readFileSync(skill.path, "utf8");
  const save = (content: string): Promise<SkillChangeOutcome> =>
    skill.editable
      ? desk.skills.editor.change({ action: "edit", name: skill.name, content }, desk)
      : replaceText(skill, text, content);
  const draft = await writeDraft({ name: basename(skill.folder), text, save }, desk);
  if (draft.result === "kept") {
    throw new HermesError(`The skill "${safe(skill.name)}" was not changed.`, {
      code: "CLI_SKILL_UNCHANGED",
      hint: `Your text is kept: ${draft.file}`,
    });
  }
  const changed = draft.result === "saved";
  if (json) desk.json({ changed, path: skill.path });
  else desk.print([changed ? `Changed: ${safe(skill.path)}` : "Nothing was changed."]);
  // The editor has said so of what it wrote.
  if (changed && !skill.editable) await desk.skills.tellFindings(skill);
  if (changed) desk.note([...draft.outcome.warnings.map(safe), ...whoseNow(skill)]);
  return exitCodes.ok;
}

/** What the change means for a skill that others keep up to date. */
function whoseNow({ source, editable }: ListedSkill): readonly string[] {
  if (editable) return [];
  switch (source) {
    case "bundled":
      return ["It came with Hermes and is your own now: updates leave it as you wrote it."];
    case "hub":
      return ["It was installed and is your own now: updates leave it as you wrote it."];
    case "project":
      return ["It belongs to the project: whoever has the project gets your change with it."];
    case "user":
      return [];
  }
}

/** The skills that an agent may not change are the person's to change all the same. */
async function replaceText(skill: ListedSkill, before: string, content: string): Promise<SkillChangeOutcome> {
  const [{ formatSkillProblem }, { validateSkill }] = await Promise.all([
    import("@hermes/skills"),
    import("@hermes/skills/format"),
  ]);
  const problems = validateSkill(content, { folder: basename(skill.folder) });
  if (problems.some(({ severity }) => severity === "error")) {
    return {
      ok: false,
      reason: "The text of SKILL.md is not valid; nothing was written.",
      details: { problems: problems.map(formatSkillProblem) },
    };
  }
  const isAsItWas = (): boolean => readFileSync(skill.path, "utf8") === before;
  if (!replaceFile(skill.path, content, { onlyIf: isAsItWas }))
    return { ok: false, reason: "SKILL.md was changed by somebody else meanwhile; nothing was written." };
  return {
    ok: true,
    folder: skill.folder,
    file: "SKILL.md",
    content,
    preview: false,
    warnings: problems.map(formatSkillProblem),
  };
}
