import { planPatch, replaceText } from "@hermes/patch";
import type { FileChange, ReadText } from "@hermes/registry";

interface Replace {
  readonly path?: string | undefined;
  readonly old_string?: string | undefined;
  readonly new_string?: string | undefined;
  readonly replace_all: boolean;
}

/** What one replacement makes of its file. Undefined where there is nothing to replace in. */
export async function changesOfReplace(
  { path, old_string: old, new_string: replacement, replace_all: all }: Replace,
  read: ReadText,
): Promise<readonly FileChange[] | undefined> {
  const before = path === undefined ? undefined : await read(path);
  if (path === undefined || before === undefined || old === undefined || replacement === undefined)
    return undefined;
  const result = replaceText({ text: before, old, new: replacement, all });
  // One that does not fit changes nothing.
  return [{ path, before, after: result.ok ? result.text : before }];
}

/** What a patch makes of its files. One that does not fit is shown as it is: the tool will say what is wrong with it. */
export async function changesOfPatch(patch: string, read: ReadText): Promise<readonly FileChange[] | string> {
  const plan = await planPatch(patch, async (path) => {
    const text = await read(path);
    return text === undefined ? { state: "missing" } : { state: "text", text };
  });
  if (!plan.ok) return patch;
  return plan.changes.map((change): FileChange => {
    const { path } = change;
    if (change.kind === "add") return { path, before: "", after: change.text };
    const before = change.before ?? "";
    if (change.kind === "delete") return { path, before, after: "" };
    const after = change.text ?? before;
    return change.kind === "move" ? { path, to: change.to, before, after } : { path, before, after };
  });
}
