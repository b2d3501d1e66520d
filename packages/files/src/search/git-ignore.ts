/** The rules of one `.gitignore`. @see https://git-scm.com/docs/gitignore */
export interface IgnoreRules {
  /**
   * @param path Relative to the folder of the rules. What a rule says of a folder holds for all below it.
   * @returns Undefined when no rule is about the path, which leaves it to the folders above.
   */
  verdict(path: string, isFolder: boolean): "ignored" | "kept" | undefined;
  /** The same rules, but for a folder that nearer ones keep. */
  except(folder: string): IgnoreRules;
}

/** Reads the text of a `.gitignore`. */
export async function parseGitIgnore(text: string): Promise<IgnoreRules> {
  const { default: ignore } = await import("ignore");

  function rulesOf(lines: string): IgnoreRules {
    const rules = ignore({ ignorecase: false, allowRelativePaths: true }).add(lines);
    return {
      verdict(path, isFolder) {
        const { ignored, unignored } = rules.test(isFolder ? `${path}/` : path);
        if (ignored) return "ignored";
        return unignored ? "kept" : undefined;
      },
      except: (folder) => rulesOf(`${lines}\n!/${folder.replace(/[\\*?[\]\s]/g, String.raw`\$&`)}/`),
    };
  }

  return rulesOf(text);
}
