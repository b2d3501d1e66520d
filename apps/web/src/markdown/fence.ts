import type { Tokens } from "marked";

const maxLabelChars = 24;

/** What stands after the fence, its first word; empty where nothing does. */
export function languageOf({ lang = "" }: Tokens.Code): string {
  return (/^\S+/.exec(lang.trim())?.[0] ?? "").toLowerCase().slice(0, maxLabelChars);
}

/** Whether a code block has the line that ends it. One that is indented has none, and needs none. */
export function isClosedFence({ raw, codeBlockStyle }: Tokens.Code): boolean {
  if (codeBlockStyle === "indented") return true;
  const [, fence = ""] = /^ {0,3}(`{3,}|~{3,})/.exec(raw) ?? [];
  const last = raw.trimEnd().split("\n").slice(1).at(-1)?.trim() ?? "";
  return fence !== "" && last.startsWith(fence) && last.replaceAll(fence.charAt(0), "") === "";
}
