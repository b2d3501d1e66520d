import type { JudgedScript } from "../command/verdict.ts";
import { fieldOf, textOf } from "./action-table.ts";

const mostShown = 40_000;

/** What the scripts of a command hold, each below its path. Undefined where there is nothing to show. */
export function showScripts(scripts: readonly JudgedScript[]): string | undefined {
  const shown = scripts.flatMap(({ path, text }) =>
    text === undefined ? [] : [`@@ ${path} @@\n${text.replace(/\n$/, "").replaceAll(/^/gm, " ")}`],
  );
  const whole = shown.join("\n");
  const rest = whole.length - mostShown;
  if (whole === "") return undefined;
  return rest > 0 ? `${whole.slice(0, mostShown)}\n@@ ${rest} characters more @@` : whole;
}

export interface PreviewOptions {
  readonly tool: string;
  readonly args: unknown;
  /** Absolute form of a path as the call names it. */
  readonly resolve: (path: string) => Promise<string>;
  /** The text of an absolute path; undefined when there is none, or none that can be shown. */
  readonly readText: (path: string) => Promise<string | undefined>;
}

/** What an edit would make of its files, as a unified diff. Undefined where that can't be told. */
export async function previewChange(options: PreviewOptions): Promise<string | undefined> {
  const { tool, args, resolve, readText } = options;
  const patch = tool === "patch" ? textOf(args, "patch") : undefined;
  if (patch !== undefined) return await previewPatch(patch, options);
  const named = textOf(args, "path");
  if (named === undefined) return undefined;
  const { diffLines, formatDiff, replaceText } = await import("@hermes/patch");
  const path = await resolve(named);
  const text = (await readText(path)) ?? "";
  const content = textOf(args, "content");
  if (tool === "write_file" && content !== undefined)
    return formatDiff({ path, text, edits: diffLines(text, content) });
  const [old, replacement] = [textOf(args, "old_string"), textOf(args, "new_string")];
  if (tool !== "patch" || old === undefined || replacement === undefined) return undefined;
  const result = replaceText({ text, old, new: replacement, all: fieldOf(args, "replace_all") === true });
  return result.ok ? formatDiff({ path, text, edits: result.edits }) : undefined;
}

/** A patch that does not fit is shown as it is: the tool will say what is wrong with it. */
async function previewPatch(patch: string, { resolve, readText }: PreviewOptions): Promise<string> {
  const { diffLines, formatDiff, planPatch } = await import("@hermes/patch");
  const plan = await planPatch(patch, async (path) => {
    const text = await readText(await resolve(path));
    return text === undefined ? { state: "missing" } : { state: "text", text };
  });
  if (!plan.ok) return patch;
  const diffs = plan.changes.map((change) => {
    if (change.kind === "add")
      return formatDiff({ path: change.path, text: "", edits: diffLines("", change.text) });
    const before = change.before ?? "";
    const after = change.kind === "delete" ? "" : (change.text ?? before);
    const path = change.kind === "move" ? `${change.path} → ${change.to}` : change.path;
    return formatDiff({ path, text: before, edits: diffLines(before, after) });
  });
  return diffs.join("\n");
}
