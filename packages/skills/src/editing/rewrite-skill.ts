import { diffLines, formatDiff, replaceText } from "@hermes/patch";
import { isMap, isNode, isScalar, LineCounter, parseDocument, stringify } from "yaml";
import { splitFrontMatter } from "../format/split-front-matter.ts";
import { patchRefused } from "./plan-change.ts";
import { refused } from "./skill-change.ts";
import type { RefusedChange } from "./skill-change.ts";

/** What is to be different in a SKILL.md. */
export interface SkillRewrite {
  /** The whole text; what follows is done to it. */
  readonly content?: string | undefined;
  readonly description?: string | undefined;
  /** What follows the front matter, which stays as it is. */
  readonly body?: string | undefined;
  /** A text that is there once, and what takes its place. */
  readonly replace?:
    | { readonly old: string; readonly new: string; readonly all?: boolean | undefined }
    | undefined;
}

export type RewrittenSkill =
  | {
      readonly ok: true;
      readonly content: string;
      /** A unified diff; empty when nothing changes. */
      readonly diff: string;
    }
  | RefusedChange;

/** Works out a text; writes nothing. Whether it is a valid skill is for the change to say. */
export function rewriteSkill(
  text: string,
  { content, description, body, replace }: SkillRewrite,
): RewrittenSkill {
  let after = content ?? text;
  if (description !== undefined) {
    const described = withDescription(after, description);
    if (typeof described !== "string") return described;
    after = described;
  }
  if (body !== undefined) {
    if (splitFrontMatter(body).yaml !== undefined)
      return refused("The new body has front matter of its own.", { hint: "Give the whole text as one." });
    after = withBody(after, body);
  }
  if (replace !== undefined) {
    const result = replaceText({ text: after, old: replace.old, new: replace.new, all: replace.all });
    if (!result.ok)
      return patchRefused(result, { text: after, oldString: replace.old, filePath: "SKILL.md" });
    after = result.text;
  }
  const diff = after === text ? "" : formatDiff({ path: "SKILL.md", text, edits: diffLines(text, after) });
  return { ok: true, content: after, diff };
}

/** Only the field's own lines change: the rest of the front matter stays byte for byte. */
function withDescription(text: string, description: string): string | RefusedChange {
  const { yaml } = splitFrontMatter(text);
  if (yaml === undefined) return refused("The file has no front matter that could say what it is for.");
  const counter = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: counter, logLevel: "silent" });
  if (document.errors.length > 0 || !isMap(document.contents))
    return refused("The front matter is not valid YAML, so no field of it can be set.", {
      hint: "Change it in an editor, or give the whole text.",
    });
  const field = stringify({ description: description.trim() }, { lineWidth: 0 });
  const ends = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const pair = document.contents.items.find(({ key }) => isScalar(key) && key.value === "description");
  const from = isNode(pair?.key) && pair.key.range ? counter.linePos(pair.key.range[0]).line - 1 : undefined;
  const fence = yaml.split("\n").length;
  if (from === undefined) lines.splice(fence, 0, field.trimEnd());
  else {
    const end = isNode(pair?.value) && pair.value.range ? pair.value.range[1] : undefined;
    // A block ends at the start of the line after it.
    const last = end === undefined ? from : counter.linePos(Math.max(0, end - 1)).line - 1;
    lines.splice(from, last - from + 1, field.trimEnd());
  }
  return lines.join(ends);
}

function withBody(text: string, body: string): string {
  const { bodyLine, yaml } = splitFrontMatter(text);
  if (yaml === undefined) return body;
  const ends = text.includes("\r\n") ? "\r\n" : "\n";
  const head = text
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .slice(0, bodyLine - 1);
  const rest = body
    .replace(/^\s*\n/, "")
    .trimEnd()
    .split(/\r\n?|\n/);
  return [...head, "", ...rest, ""].join(ends);
}
