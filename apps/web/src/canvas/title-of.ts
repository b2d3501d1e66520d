import type { CanvasDocument } from "./canvas-state.ts";

const maxTitleChars = 80;
const patterns: Readonly<Partial<Record<CanvasDocument["kind"], RegExp>>> = {
  html: /<title(?:\s[^>]{0,200})?>([^<]{1,200})/i,
  svg: /<title(?:\s[^>]{0,200})?>([^<]{1,200})/i,
  markdown: /^#{1,6} +(.{1,200}?)(?: +#+)? *$/m,
};

/** What a document calls itself. @returns undefined where it says nothing of that. */
export function titleOf(kind: CanvasDocument["kind"], text: string): string | undefined {
  const title = patterns[kind]?.exec(text)?.[1]?.replaceAll(/\s+/g, " ").trim() ?? "";
  return title === "" ? undefined : title.slice(0, maxTitleChars);
}
