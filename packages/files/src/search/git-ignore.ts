import { globToRegExp } from "./glob.ts";

/** The rules of one `.gitignore`. */
export interface IgnoreRules {
  /**
   * @param path Relative to the folder of the rules.
   * @returns Undefined when no rule is about the path, which leaves it to the folders above.
   */
  verdict(path: string, isFolder: boolean): "ignored" | "kept" | undefined;
}

interface Rule {
  readonly pattern: RegExp;
  readonly keeps: boolean;
  readonly folderOnly: boolean;
  /** Whether the pattern is about the path from the folder of the rules on, not about names at any depth. */
  readonly anchored: boolean;
}

/** Reads the text of a `.gitignore`. @see https://git-scm.com/docs/gitignore */
export function parseGitIgnore(text: string): IgnoreRules {
  const rules = text.split(/\r?\n/).flatMap(parseRule);
  return {
    verdict(path, isFolder) {
      const name = path.slice(path.lastIndexOf("/") + 1);
      const rule = rules.findLast(
        ({ pattern, folderOnly, anchored }) =>
          (isFolder || !folderOnly) && pattern.test(anchored ? path : name),
      );
      if (rule === undefined) return undefined;
      return rule.keeps ? "kept" : "ignored";
    },
  };
}

function parseRule(line: string): Rule[] {
  if (line.startsWith("#")) return [];
  const keeps = line.startsWith("!");
  // Blanks at the end do not count unless the last one is escaped.
  const trimmed = line.slice(keeps ? 1 : 0).replace(/(?<!\\)\s+$/, "");
  const folderOnly = trimmed.endsWith("/");
  const body = folderOnly ? trimmed.slice(0, -1) : trimmed;
  if (body === "") return [];
  const anchored = body.includes("/");
  try {
    return [
      { pattern: globToRegExp(body.replace(/^\//, ""), { braces: false }), keeps, folderOnly, anchored },
    ];
  } catch {
    // A range such as [z-a] is no pattern; git passes over it too.
    return [];
  }
}
