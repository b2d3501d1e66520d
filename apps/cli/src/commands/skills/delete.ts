import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import { HermesError } from "@hermes/registry/errors";
import type { ListedSkill } from "@hermes/skills";
import { exitCodes } from "../../host.ts";
import type { SkillsDesk } from "./desk.ts";
import { findSkill } from "./find-skill.ts";
import { agrees } from "./questions.ts";
import { safe } from "./safe.ts";

export interface DeleteFlags {
  readonly yes?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** `hermes skills delete`: puts a skill into the archive, from where it can be taken back. */
export async function deleteSkill(
  wanted: string,
  { yes, json }: DeleteFlags,
  desk: SkillsDesk,
): Promise<number> {
  const skill = await findSkill(desk.skills, wanted);
  refuseOthers(skill, desk);
  const intro = [`${safe(skill.folder)} goes to the archive; nothing is lost.`];
  if (!(await agrees(desk, { intro, question: `Delete "${safe(skill.name)}"?`, yes }))) {
    desk.note(["Nothing was changed."]);
    return exitCodes.failed;
  }
  const archived = await archive(skill, desk);
  if (json) desk.json({ deleted: skill.name, archived });
  else desk.print([`Deleted: ${safe(skill.name)}`, `It is kept in ${safe(archived)}`]);
  return exitCodes.ok;
}

function refuseOthers({ name, source, editable, folder }: ListedSkill, desk: SkillsDesk): void {
  if (editable || source === "bundled") return;
  const code = "CLI_SKILL_UNCHANGED";
  if (source === "hub")
    throw new HermesError(`"${safe(name)}" was installed.`, {
      code,
      hint: `Use: ${desk.name} uninstall ${safe(name)}`,
    });
  throw new HermesError(`"${safe(name)}" lies outside of your skills folder.`, {
    code,
    hint: `Remove it where it is kept: ${safe(folder)}`,
  });
}

async function archive(skill: ListedSkill, { skills, signal }: SkillsDesk): Promise<string> {
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
