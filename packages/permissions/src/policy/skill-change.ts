import type { Finding } from "../finding.ts";
import { fieldOf, textOf } from "./action-table.ts";

/** The text of a file of a skill as it is, such as `SKILL.md`; undefined where there is none that can be shown. */
export type ReadSkillFile = (skill: string, file: string) => Promise<string | undefined>;

/** A skill is read in later conversations, by whoever has them: a person agrees to what becomes of it. */
export function skillChangeFinding(args: unknown): Finding {
  const { action, name, file } = changeOf(args);
  const what = {
    create: `would make the skill "${name}"`,
    delete: `would delete the skill "${name}"`,
    remove_file: `would delete ${file} of the skill "${name}"`,
  }[action];
  const change = what ?? `would change ${file} of the skill "${name}"`;
  return { id: "skill.change", severity: "ask", reason: `It ${change}, which later conversations go by.` };
}

/** What a person is shown of the call. */
export function skillChangeSummary(tool: string, args: unknown): string {
  const { action, name, file } = changeOf(args);
  return [tool, action, name, file === "SKILL.md" ? "" : file].filter((word) => word !== "").join(" ");
}

/** What the call would make of its file, as a unified diff. Undefined where that can't be told. */
export async function previewSkillChange(args: unknown, read: ReadSkillFile): Promise<string | undefined> {
  const { action, name, file } = changeOf(args);
  const { diffLines, formatDiff, replaceText } = await import("@hermes/patch");
  const text = action === "create" ? "" : ((await read(name, file)) ?? "");
  const becomes = (): string | undefined => {
    if (action === "create" || action === "edit") return textOf(args, "content");
    if (action === "write_file") return textOf(args, "file_content");
    if (action !== "patch") return "";
    const [old, replacement] = [textOf(args, "old_string"), textOf(args, "new_string")];
    if (old === undefined || replacement === undefined) return undefined;
    const result = replaceText({ text, old, new: replacement, all: fieldOf(args, "replace_all") === true });
    return result.ok ? result.text : undefined;
  };
  const after = becomes();
  return after === undefined
    ? undefined
    : formatDiff({ path: `${name}/${file}`, text, edits: diffLines(text, after) });
}

function changeOf(args: unknown): { readonly action: string; readonly name: string; readonly file: string } {
  const action = textOf(args, "action") ?? "";
  const named = action === "create" || action === "edit" || action === "delete" ? undefined : "file_path";
  const file = (named === undefined ? undefined : textOf(args, named)) ?? "SKILL.md";
  return { action, name: textOf(args, "name") ?? "", file };
}
