import { readFileSync } from "node:fs";
import { exitCodes } from "../../host.ts";
import type { SkillsDesk } from "./desk.ts";
import { findSkill } from "./find-skill.ts";
import { asData } from "./list.ts";
import { safe, safeLines } from "./safe.ts";

/** `hermes skills show`: a skill as it is, or one of its files. */
export async function showSkill(
  wanted: string,
  file: string | undefined,
  { json }: { readonly json?: boolean | undefined },
  desk: SkillsDesk,
): Promise<number> {
  const skill = await findSkill(desk.skills, wanted);
  const { content, files } = desk.skills.library.view(skill, file);
  const text = file === undefined ? readFileSync(skill.path, "utf8") : content;
  if (json) {
    desk.json({ ...(await asData(skill)), files, content: text ?? null });
    return exitCodes.ok;
  }
  const { style } = desk.remarks;
  desk.note([
    style.dim(
      `${safe(file === undefined ? skill.path : `${skill.folder}/${file}`)} · ${skill.source} · ${skill.standing}`,
    ),
    ...(file === undefined && files.length > 0 ? [style.dim(`files: ${files.map(safe).join(", ")}`)] : []),
    ...(skill.hidden === undefined ? [] : [style.yellow(`not offered here: ${safe(skill.hidden)}`)]),
  ]);
  if (text === undefined) desk.note(["It is no text."]);
  // A file or a program gets it as it is.
  else desk.print(desk.answer.columns === undefined ? [text.replace(/\n$/, "")] : safeLines(text));
  return exitCodes.ok;
}
