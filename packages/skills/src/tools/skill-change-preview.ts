import { readFile } from "node:fs/promises";
import type { FileChange, ToolFinding } from "@hermes/registry";
import type { SkillLibrary } from "../library/open-skills.ts";

/** What the tool is given, as far as it says what would change. */
interface AskedChange {
  readonly action: string;
  readonly name: string;
  readonly content?: string | undefined;
  readonly old_string?: string | undefined;
  readonly new_string?: string | undefined;
  readonly replace_all?: boolean | undefined;
  readonly file_path?: string | undefined;
  readonly file_content?: string | undefined;
  readonly preview?: boolean | undefined;
}

/** Whether a call changes a skill: a rating and a preview don't. */
export function writes({ action, preview }: AskedChange): boolean {
  return action !== "rate" && preview !== true;
}

/** A skill is read in later sessions, by whoever has them: a person agrees to what becomes of it. */
export function changeFinding(asked: AskedChange): ToolFinding {
  const { action, name } = asked;
  const file = fileOf(asked);
  const what = action === "create" ? `make the skill` : action === "delete" ? `delete the skill` : undefined;
  const change = what ?? `${action === "remove_file" ? "delete" : "change"} ${file} of the skill`;
  const reason = `It would ${change} "${name}", which later conversations go by.`;
  return { id: "skill.change", severity: "ask", reason };
}

/** What a person is shown of the call. */
export function shownOf(asked: AskedChange): string {
  const file = fileOf(asked);
  return [asked.action, asked.name, ...(file === "SKILL.md" ? [] : [file])].join(" ");
}

/** What the call would make of its file. Undefined where that can't be determined. */
export async function changesOf(
  asked: AskedChange,
  library: SkillLibrary,
): Promise<readonly FileChange[] | undefined> {
  const { action, name } = asked;
  const file = fileOf(asked);
  const before = action === "create" ? "" : ((await readSkillFile(library, name, file)) ?? "");
  const after = await textAfter(asked, before);
  return after === undefined ? undefined : [{ path: `${name}/${file}`, before, after }];
}

/** What became different, for a person. */
export async function diffOf(changes: readonly FileChange[]): Promise<string> {
  const { diffLines, formatDiff } = await import("@hermes/patch");
  return changes
    .map(({ path, before, after }) => formatDiff({ path, text: before, edits: diffLines(before, after) }))
    .join("\n");
}

async function textAfter(asked: AskedChange, text: string): Promise<string | undefined> {
  const { action, old_string: old, new_string: replacement, replace_all: all = false } = asked;
  if (action === "create" || action === "edit") return asked.content;
  if (action === "write_file") return asked.file_content;
  if (action !== "patch") return "";
  if (old === undefined || replacement === undefined) return undefined;
  const { replaceText } = await import("@hermes/patch");
  const result = replaceText({ text, old, new: replacement, all });
  return result.ok ? result.text : undefined;
}

function fileOf({ action, file_path: file }: AskedChange): string {
  return action === "create" || action === "edit" || action === "delete" ? "SKILL.md" : (file ?? "SKILL.md");
}

/** A file of a skill as it lies on the disk, also of one that is not offered; undefined where there is none. */
async function readSkillFile(library: SkillLibrary, name: string, file: string): Promise<string | undefined> {
  const found = await library.find(name, { all: true });
  if (!found.ok) return undefined;
  try {
    if (file === "SKILL.md") return await readFile(found.skill.path, "utf8");
    return library.view(found.skill, file).content;
  } catch {
    return undefined;
  }
}
