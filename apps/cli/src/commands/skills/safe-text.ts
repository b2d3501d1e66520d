import { oneLine } from "../../render/fit.ts";
import { visibleText } from "../../render/visible-text.ts";

/** Untrusted text on one line: hidden characters are made visible, control sequences removed. */
export function safe(text: string): string {
  return visibleText(oneLine(text));
}

/** Untrusted text, line by line. */
export function safeLines(text: string): readonly string[] {
  return text
    .replace(/\r\n/g, "\n")
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => visibleText(line.replaceAll("\t", "    ")));
}
