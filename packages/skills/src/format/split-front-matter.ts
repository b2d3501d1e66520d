/** The two parts of a SKILL.md, whatever editor wrote it. */
export interface SplitSkill {
  /** The YAML between the `---` lines; undefined when the text has none. */
  readonly yaml: string | undefined;
  /** What follows, with `\n` as line end. */
  readonly body: string;
  /** The line, counted from 1, on which the body starts. */
  readonly bodyLine: number;
  /** The front matter was opened and never closed: everything up to the first empty line counts as it. */
  readonly unclosed: boolean;
}

/** Takes a byte order mark, Windows and old Mac line ends, and empty lines before the first `---` as they come. */
export function splitFrontMatter(text: string): SplitSkill {
  const lines = text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .split("\n");
  const open = lines.findIndex((line) => line.trim() !== "");
  if (open === -1 || !isFence(lines[open])) {
    return { yaml: undefined, body: lines.join("\n"), bodyLine: 1, unclosed: false };
  }
  const close = lines.findIndex((line, index) => index > open && (isFence(line) || line.trim() === "..."));
  if (close !== -1) return cut(lines, { open, close, bodyStart: close + 1, unclosed: false });
  const blank = lines.findIndex((line, index) => index > open && line.trim() === "");
  const end = blank === -1 ? lines.length : blank;
  return cut(lines, { open, close: end, bodyStart: end, unclosed: true });
}

function cut(
  lines: readonly string[],
  at: {
    readonly open: number;
    readonly close: number;
    readonly bodyStart: number;
    readonly unclosed: boolean;
  },
): SplitSkill {
  // Empty lines keep the place of the front matter, so that YAML's line numbers are the file's.
  const yaml = "\n".repeat(at.open + 1) + lines.slice(at.open + 1, at.close).join("\n");
  return {
    yaml,
    body: lines.slice(at.bodyStart).join("\n"),
    bodyLine: at.bodyStart + 1,
    unclosed: at.unclosed,
  };
}

function isFence(line: string | undefined): boolean {
  return line !== undefined && /^---\s*$/.test(line);
}
