import { oneLine } from "../../render/fit.ts";
import { visibleText } from "../../render/visible-text.ts";

/** A stranger's words on one line of ours: nothing in them is hidden, and nothing moves the cursor. */
export function safe(text: string): string {
  return visibleText(oneLine(text));
}

/** A stranger's text, line by line. */
export function safeLines(text: string): readonly string[] {
  return text
    .replace(/\r\n/g, "\n")
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => visibleText(line.replaceAll("\t", "    ")));
}
