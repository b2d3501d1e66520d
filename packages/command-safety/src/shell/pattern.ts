import { UNKNOWN } from "./unknown.ts";

/**
 * A shell pattern as a regular expression over a whole text; `undefined` for what is not worth reading exactly, which
 * the caller takes as unknown. Many stars are refused, because matching them takes time without bound.
 */
export function patternToRegExp(
  pattern: string,
  { greedy = true }: { readonly greedy?: boolean } = {},
): RegExp | undefined {
  if (pattern.includes(UNKNOWN) || /[?*+@!]\(/.test(pattern)) return undefined;
  if (pattern.length > 500 || (pattern.match(/\*/g)?.length ?? 0) > 3) return undefined;
  let source = "";
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] ?? "";
    if (char === "*") source += greedy ? "[^]*" : "[^]*?";
    else if (char === "?") source += "[^]";
    else if (char === "\\") source += escape(pattern[++at] ?? "\\");
    else if (char === "[") {
      const end = pattern.indexOf("]", at + 2);
      if (end === -1) source += "\\[";
      else {
        const set = pattern.slice(at + 1, end);
        if (set.includes("[")) return undefined;
        source += `[${set.replace(/^!/, "^").replaceAll("\\", "\\\\")}]`;
        at = end;
      }
    } else source += escape(char);
  }
  try {
    return new RegExp(source, "u");
  } catch {
    return undefined;
  }
}

/** The pattern anchored at one or both ends. */
export function anchored(
  pattern: RegExp,
  {
    start = false,
    end = false,
    global = false,
  }: { readonly start?: boolean; readonly end?: boolean; readonly global?: boolean } = {},
): RegExp {
  const flags = global ? "gu" : "u";
  return new RegExp(`${start ? "^" : ""}(?:${pattern.source})${end ? "$" : ""}`, flags);
}

function escape(char: string): string {
  return /[\\^$.*+?()[\]{}|/-]/.test(char) ? `\\${char}` : char;
}
