import { readFileSync } from "node:fs";
import { exitCodes } from "../../host.ts";
import type { SkillsContext } from "./skills-context.ts";
import { findSkill } from "./find-skill.ts";
import { asData } from "./list.ts";
import { safe, safeLines } from "./safe-text.ts";

/** `hermes skills show`: a skill as it is, or one of its files. */
export async function showSkill(
  wanted: string,
  file: string | undefined,
  { json }: { readonly json?: boolean | undefined },
  context: SkillsContext,
): Promise<number> {
  const skill = await findSkill(context.skills, wanted);
  const { content, files } = context.skills.library.view(skill, file);
  const text = file === undefined ? readFileSync(skill.path, "utf8") : content;
  if (json) {
    context.json({ ...(await asData(skill)), files, content: text ?? null });
    return exitCodes.ok;
  }
  const { style } = context.remarks;
  context.note([
    style.dim(
      `${safe(file === undefined ? skill.path : `${skill.folder}/${file}`)} · ${skill.source} · ${skill.standing}`,
    ),
    ...(file === undefined && files.length > 0 ? [style.dim(`files: ${files.map(safe).join(", ")}`)] : []),
    ...(skill.hidden === undefined ? [] : [style.yellow(`not offered here: ${safe(skill.hidden)}`)]),
  ]);
  if (text === undefined) context.note(["It is no text."]);
  // A file or a program gets it as it is.
  else context.print(context.answer.columns === undefined ? [text.replace(/\n$/, "")] : safeLines(text));
  return exitCodes.ok;
}
