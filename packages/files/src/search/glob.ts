/**
 * A pattern for names and paths as a regular expression: `*` and `?` within a name, `**` across folders, `[a-z]`,
 * and with `braces` also `{a,b}`. A backslash takes the next character as it is.
 */
export function globToRegExp(glob: string, { braces }: { readonly braces: boolean }): RegExp {
  let source = "";
  let depth = 0;
  for (let at = 0; at < glob.length;) {
    const rest = glob.slice(at);
    const token =
      /^\*\*\/|^\/\*\*$|^\*+|^\?|^\[[!^]?\]?[^\]]*\]|^\\[^]|^[^]/u.exec(rest)?.[0] ?? rest.slice(0, 1);
    const atNameStart = at === 0 || glob[at - 1] === "/";
    at += token.length;
    if (token === "**/" && atNameStart) source += "(?:[^]*/)?";
    else if (token === "**/") source += "[^/]*/";
    else if (token === "/**") source += "/[^]*";
    else if (token === "**" && atNameStart && at === glob.length) source += "[^]*";
    else if (token.startsWith("*")) source += "[^/]*";
    else if (token === "?") source += "[^/]";
    else if (token.length > 1 && token.startsWith("[")) source += characterClass(token);
    else if (token.length > 1 && token.startsWith("\\")) source += escapeRegExp(token.slice(1));
    else if (braces && token === "{") [source, depth] = [`${source}(?:`, depth + 1];
    else if (depth > 0 && token === "}") [source, depth] = [`${source})`, depth - 1];
    else if (depth > 0 && token === ",") source += "|";
    else source += escapeRegExp(token);
  }
  // A brace that is never closed is an ordinary character.
  if (depth > 0) return globToRegExp(glob, { braces: false });
  return new RegExp(`^${source}$`, "u");
}

/**
 * A test for paths below a search root. Without a slash the glob is about names at any depth; with one it is about
 * the whole path.
 */
export function createPathFilter(glob: string): (path: string) => boolean {
  const anchored = glob.replace(/^\.?\//, "");
  const pattern = globToRegExp(anchored, { braces: true });
  if (glob.includes("/")) return (path) => pattern.test(path);
  return (path) => pattern.test(path.slice(path.lastIndexOf("/") + 1));
}

function characterClass(token: string): string {
  const negated = token[1] === "!" || token[1] === "^";
  const members = token.slice(negated ? 2 : 1, -1).replace(/[\\\]^]/g, String.raw`\$&`);
  // A class never matches a slash.
  return `(?!/)[${negated ? "^" : ""}${members}]`;
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
