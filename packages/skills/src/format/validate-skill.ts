import { parseSkill } from "./parse-skill.ts";
import type { ParsedSkill } from "./parse-skill.ts";
import type { SkillFields } from "./skill-fields.ts";
import type { SkillProblem } from "./skill-problem.ts";

/** Longest SKILL.md that is written, in characters. Longer ones are read. */
const maxSkillChars = 100_000;

export interface ValidateSkillOptions {
  /** The name of the folder that holds the file; the format wants the skill's name to be the same. */
  readonly folder?: string | undefined;
}

/**
 * Holds a SKILL.md against the format of agentskills.io and against Hermes' own fields. Strict.
 *
 * @returns All problems, by line; empty when there are none.
 */
export function validateSkill(text: string, options: ValidateSkillOptions = {}): readonly SkillProblem[] {
  return readAndValidate(text, options).problems;
}

/** Both at once, for the index: the text is parsed once. `size`: of the file, in bytes, where `text` is only its beginning. */
export function readAndValidate(
  text: string,
  { folder, size = 0 }: ValidateSkillOptions & { readonly size?: number | undefined },
): { readonly fields: SkillFields; readonly problems: readonly SkillProblem[] } {
  const skill = parseSkill(text);
  const { fields, problems, hasFrontMatter } = skill;
  if (!hasFrontMatter) return { fields, problems };
  const all = [
    ...problems,
    ...nameProblems(skill, folder),
    ...textProblems(skill),
    ...metadataProblems(skill),
    ...unknownFields(skill),
    ...bodyProblems(skill, size > 4 * maxSkillChars ? size : text.length),
  ];
  return { fields, problems: all.toSorted((a, b) => a.line - b.line) };
}

function nameProblems(skill: ParsedSkill, folder: string | undefined): SkillProblem[] {
  const at = problemsAt(skill, "name");
  const name = skill.raw["name"];
  if (isEmpty(name)) return [at("error", 'front matter has no "name"')];
  if (typeof name !== "string") return [at("error", `"name" must be text, and is ${JSON.stringify(name)}`)];
  const problems: SkillProblem[] = [];
  const length = [...name].length;
  if (length > 64) problems.push(at("error", `"name" has ${length} characters, 64 are allowed`));
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(name)) {
    problems.push(
      at("error", `"name" is "${name}": only lower-case letters, digits and hyphens are allowed`),
    );
  } else if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) {
    problems.push(
      at("warning", `"name" is "${name}": the format wants single hyphens between letters and digits`),
    );
  }
  if (folder !== undefined && folder !== name) {
    problems.push(at("warning", `"name" is "${name}", but the folder is called "${folder}"`));
  }
  return problems;
}

function textProblems(skill: ParsedSkill): SkillProblem[] {
  const problems: SkillProblem[] = [];
  if (isEmpty(skill.raw["description"]))
    problems.push(problemsAt(skill, "description")("error", 'front matter has no "description"'));
  for (const [field, limit] of [
    ["description", 1024],
    ["license", Number.POSITIVE_INFINITY],
    ["compatibility", 500],
  ] as const) {
    const value = skill.raw[field];
    if (value === undefined || (field === "description" && isEmpty(value))) continue;
    const at = problemsAt(skill, field);
    const length = typeof value === "string" ? [...value].length : 0;
    if (typeof value !== "string") problems.push(at("error", `"${field}" must be text`));
    else if (isEmpty(value)) problems.push(at("warning", `"${field}" is empty; leave it out`));
    else if (length > limit)
      problems.push(at("error", `"${field}" has ${length} characters, ${limit} are allowed`));
  }
  const tools = skill.raw["allowed-tools"];
  if (tools !== undefined && typeof tools !== "string") {
    const message = '"allowed-tools" must be one line of names with blanks between them';
    problems.push(problemsAt(skill, "allowed-tools")("warning", message));
  }
  return problems;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

function metadataProblems(skill: ParsedSkill): SkillProblem[] {
  const { metadata } = skill.raw;
  if (metadata === undefined) return platformProblems(skill);
  const at = problemsAt(skill, "metadata");
  if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata)) {
    return [at("error", '"metadata" must be a list of fields'), ...platformProblems(skill)];
  }
  const odd = Object.entries(metadata).filter(([, value]) => typeof value !== "string");
  // Fields of programs, such as Hermes', are maps everywhere; the format knows texts alone.
  const plain = odd.filter(([, value]) => typeof value !== "object" || Array.isArray(value));
  return [
    ...plain.map(([key]) =>
      problemsAt(skill, `metadata.${key}`)("warning", `"metadata.${key}" should be text`),
    ),
    ...platformProblems(skill),
  ];
}

function platformProblems(skill: ParsedSkill): SkillProblem[] {
  const known = ["linux", "macos", "windows", "termux", "android"];
  return skill.fields.conditions.platforms
    .filter((platform) => !known.includes(platform))
    .map((platform) =>
      problemsAt(skill, "platforms")(
        "warning",
        `"platforms" names "${platform}": linux, macos and windows are known`,
      ),
    );
}

const knownFields: readonly string[] = [
  ...["name", "description", "license", "compatibility", "metadata", "allowed-tools"],
  ...["version", "author", "platforms", "required_environment_variables", "required_credential_files"],
  ...["environments", "prerequisites", "config", "setup", "category", "tags", "related_skills"],
  "disable-model-invocation",
];

function unknownFields(skill: ParsedSkill): SkillProblem[] {
  return Object.keys(skill.raw)
    .filter((field) => !knownFields.includes(field))
    .map((field) => problemsAt(skill, field)("warning", `"${field}" is not a field of the format`));
}

function bodyProblems(skill: ParsedSkill, length: number): SkillProblem[] {
  const problems: SkillProblem[] = [];
  const line = skill.bodyLine;
  if (skill.body.trim() === "") {
    problems.push({ severity: "error", message: "there are no instructions after the front matter", line });
  }
  if (length > maxSkillChars) {
    const message = `the file has ${length} characters, ${maxSkillChars} are allowed; move parts into references/`;
    problems.push({ severity: "error", message, line });
  }
  return problems;
}

function problemsAt(
  skill: ParsedSkill,
  field: string,
): (severity: SkillProblem["severity"], message: string) => SkillProblem {
  // A field that isn't there is missed after the opening line.
  const line = skill.lines.get(field) ?? 2;
  return (severity, message) => ({ severity, message, line, field });
}
