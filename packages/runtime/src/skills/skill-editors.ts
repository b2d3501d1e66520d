import type { SkillFinding, SkillPackage } from "@hermes/scanner";
import type { RunSkillCheck, SkillEditor, SkillLibrary, SkillUse } from "@hermes/skills";
import { scanWhole } from "./skill-scans.ts";

export interface SkillEditorParts {
  readonly library: SkillLibrary;
  readonly use: SkillUse;
  readonly runCheck: RunSkillCheck;
}

/** What the model changes skills with: what the scan does not pass is refused. */
export async function editorOfAgent(parts: SkillEditorParts): Promise<SkillEditor> {
  const { createSkillEditor } = await import("@hermes/skills");
  return createSkillEditor({ ...parts, scan: (skill) => scanWhole(skill, "agent") });
}

/** What the person changes skills with: they are told what the scan found. */
export async function editorOfPerson(
  parts: SkillEditorParts & { readonly warn: (message: string) => void },
): Promise<SkillEditor> {
  const { createSkillEditor } = await import("@hermes/skills");
  const { use, warn } = parts;
  return createSkillEditor({
    ...parts,
    // A skill that a person made needs no proof.
    use: { ...use, record: async (event) => (event.kind === "made" ? undefined : await use.record(event)) },
    scan: async (skill) => ({ decision: "allow", findings: await tellFindings(skill, warn) }),
  });
}

/** Warns of what a person should look at in a skill. */
export async function tellFindings(
  skill: SkillPackage,
  warn: (message: string) => void,
): Promise<readonly SkillFinding[]> {
  const { decision, findings } = await scanWhole(skill, "agent");
  if (decision !== "allow")
    for (const { message, file, line } of findings.slice(0, 10)) warn(`${file}, line ${line}: ${message}`);
  return findings;
}
