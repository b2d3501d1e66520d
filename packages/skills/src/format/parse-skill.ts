import { readYaml } from "./read-yaml.ts";
import { readSkillFields } from "./skill-fields.ts";
import type { SkillFields } from "./skill-fields.ts";
import type { SkillProblem } from "./skill-problem.ts";
import { splitFrontMatter } from "./split-front-matter.ts";

export interface ParsedSkill {
  readonly fields: SkillFields;
  /** The instructions, without front matter. */
  readonly body: string;
  readonly bodyLine: number;
  readonly hasFrontMatter: boolean;
  /** The front matter as plain data, also what nobody here knows. */
  readonly raw: Readonly<Record<string, unknown>>;
  /** Lines of fields, by path such as `metadata.hermes.tags`. */
  readonly lines: ReadonlyMap<string, number>;
  /** What kept the text from being read as it stands. What breaks the format besides: `validateSkill`. */
  readonly problems: readonly SkillProblem[];
}

/**
 * Reads a SKILL.md. Lenient: whatever can be read is read, and what could not is in `problems`. Never throws.
 */
export function parseSkill(text: string): ParsedSkill {
  const split = splitFrontMatter(text);
  const { bodyLine, body } = split;
  if (split.yaml === undefined) {
    const problem: SkillProblem = {
      severity: "error",
      message: 'the file does not begin with front matter between two "---" lines',
      line: 1,
    };
    return {
      fields: { ...readSkillFields({}), description: firstSentence(body) },
      body,
      bodyLine,
      hasFrontMatter: false,
      raw: {},
      lines: new Map(),
      problems: [problem],
    };
  }
  const { fields: raw, lines, problems } = readYaml(split.yaml);
  const unclosed: readonly SkillProblem[] = split.unclosed
    ? [{ severity: "error", message: 'the front matter is not closed by a "---" line', line: bodyLine }]
    : [];
  return {
    fields: readSkillFields(raw),
    body,
    bodyLine,
    hasFrontMatter: true,
    raw,
    lines,
    problems: [...unclosed, ...problems],
  };
}

/** A file without front matter still says what it is for. */
function firstSentence(body: string): string {
  const line = body.split("\n").find((text) => text.trim() !== "" && !text.startsWith("#")) ?? "";
  return line.trim().slice(0, 200);
}
