import { fieldOf, textOf } from "./action-table.ts";

/** What a file would hold after a call of a file tool; undefined where that can't be told. */
export async function textAfter(
  tool: string,
  args: unknown,
  readText: () => Promise<string | undefined>,
): Promise<string | undefined> {
  if (tool === "write_file") return textOf(args, "content");
  const [old, replacement] = [textOf(args, "old_string"), textOf(args, "new_string")];
  if (tool !== "patch" || old === undefined || replacement === undefined) return undefined;
  const before = await readText();
  if (before === undefined) return undefined;
  const { replaceText } = await import("@hermes/patch");
  const all = fieldOf(args, "replace_all") === true;
  const result = replaceText({ text: before, old, new: replacement, all });
  // A patch that does not fit changes nothing.
  return result.ok ? result.text : before;
}
