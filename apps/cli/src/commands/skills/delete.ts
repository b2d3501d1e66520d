import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import { HermesError } from "@hermes/registry/errors";
import type { ListedSkill } from "@hermes/skills";
import { exitCodes } from "../../host.ts";
import type { SkillsContext } from "./skills-context.ts";
import { findSkill } from "./find-skill.ts";
import { agrees } from "./questions.ts";
import { safe } from "./safe-text.ts";

export interface DeleteFlags {
  readonly yes?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** `hermes skills delete`: puts a skill into the archive, from where it can be taken back. */
export async function deleteSkill(
  wanted: string,
  { yes, json }: DeleteFlags,
  context: SkillsContext,
): Promise<number> {
  const skill = await findSkill(context.skills, wanted);
  refuseOthers(skill, context);
  const intro = [`${safe(skill.folder)} goes to the archive; nothing is lost.`];
  if (!(await agrees(context, { intro, question: `Delete "${safe(skill.name)}"?`, yes }))) {
    context.note(["Nothing was changed."]);
    return exitCodes.failed;
  }
  const archived = await archive(skill, context);
  if (json) context.json({ deleted: skill.name, archived });
  else context.print([`Deleted: ${safe(skill.name)}`, `It is kept in ${safe(archived)}`]);
  return exitCodes.ok;
}

function refuseOthers({ name, source, editable, folder }: ListedSkill, context: SkillsContext): void {
  if (editable || source === "bundled") return;
  const code = "CLI_SKILL_UNCHANGED";
  if (source === "hub")
    throw new HermesError(`"${safe(name)}" was installed.`, {
      code,
      hint: `Use: ${context.name} uninstall ${safe(name)}`,
    });
  throw new HermesError(`"${safe(name)}" lies outside of your skills folder.`, {
    code,
    hint: `Remove it where it is kept: ${safe(folder)}`,
  });
}

async function archive(skill: ListedSkill, { skills, signal }: SkillsContext): Promise<string> {
  const folder = join(skills.library.folders.user, ".archive");
  if (!skill.editable) {
    // The seeding sees that it is gone and leaves it so.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const place = join(folder, `${basename(skill.folder)}-${randomUUID().slice(0, 8)}`);
    renameSync(skill.folder, place);
    return place;
  }
  const before = new Set(namesIn(folder));
  const outcome = await skills.editor.change({ action: "delete", name: skill.name }, { signal });
  if (!outcome.ok)
    throw new HermesError(safe(outcome.reason), { code: "CLI_SKILL_UNCHANGED", hint: outcome.hint });
  const added = namesIn(folder).find((name) => !before.has(name));
  return added === undefined ? folder : join(folder, added);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
