import type { ListedSkill } from "../library/open-skills.ts";

export interface SkillsPromptOptions {
  /** Most tokens that the block may take, by a cautious estimate. @default 1_400 */
  readonly maxTokens?: number | undefined;
}

const opening =
  "Skills are tested instructions for kinds of work. Before you start a task that one of these is for, read it with skill_view(name) and follow it; when none is listed for the task, look with skills_list(query).";

/**
 * The index of skills for a prompt: as much as fits into a fixed budget. The more skills there are, the less is said of each:
 * descriptions are cut, then categories stand for their skills, and the skills that are used most keep their line. One that
 * fails is left out, and one that only the person starts.
 *
 * @returns The same text for the same skills. Empty when there are none.
 */
export function skillsPrompt(all: readonly ListedSkill[], options: SkillsPromptOptions = {}): string {
  const { maxTokens = 1_400 } = options;
  const skills = all.filter(({ standing, fields }) => standing !== "failing" && !fields.manual);
  if (skills.length === 0) return "";
  const sorted = skills.toSorted((a, b) => compare(a.category, b.category) || compare(a.name, b.name));
  for (const length of [160, 100, 60, 0]) {
    const text = frame(fullIndex(sorted, length));
    if (estimateTokens(text) <= maxTokens) return text;
  }
  return shortIndex(sorted, maxTokens);
}

/** A guess that is rather too high: models count in pieces of three or four letters, and other scripts cost more. */
function estimateTokens(text: string): number {
  const ascii = text.replace(/[^\x20-\x7E\n]/g, "").length;
  return Math.ceil(ascii / 3.2 + (Buffer.byteLength(text) - ascii) / 1.6);
}

function frame(lines: readonly string[]): string {
  return [opening, "<available_skills>", ...lines, "</available_skills>"].join("\n");
}

function fullIndex(skills: readonly ListedSkill[], descriptionChars: number): string[] {
  return byCategory(skills).flatMap(([category, members]) =>
    descriptionChars === 0
      ? [`${category}: ${members.map(({ name }) => plain(name)).join(", ")}`]
      : [`${category}:`, ...members.map((skill) => lineOf(skill, descriptionChars))],
  );
}

/** Categories with counts, and lines for the skills that are used most, as long as there is room. */
function shortIndex(skills: readonly ListedSkill[], maxTokens: number): string {
  const groups = byCategory(skills).toSorted((a, b) => b[1].length - a[1].length || compare(a[0], b[0]));
  const head = `${skills.length} skills in ${groups.length} categories; skills_list(category) and skills_list(query) show the rest.`;
  const lines: string[] = [head];
  const fits = (line: string): boolean => estimateTokens(frame([...lines, line])) <= maxTokens;
  // Half of the room names categories, so that single skills have some too.
  const half = estimateTokens(frame([head])) + (maxTokens - estimateTokens(frame([head]))) / 2;
  for (const [category, members] of groups) {
    const line = `${category} (${members.length})`;
    if (estimateTokens(frame([...lines, line])) > half) break;
    lines.push(line);
  }
  for (const skill of skills.toSorted(
    (a, b) => (b.use?.uses ?? 0) - (a.use?.uses ?? 0) || rank(a) - rank(b) || compare(a.name, b.name),
  )) {
    const line = lineOf(skill, 60);
    if (!fits(line)) break;
    lines.push(line);
  }
  return frame(lines);
}

function rank({ source }: ListedSkill): number {
  return { project: 0, user: 1, hub: 2, bundled: 3 }[source];
}

function byCategory(skills: readonly ListedSkill[]): [string, ListedSkill[]][] {
  const groups = new Map<string, ListedSkill[]>();
  for (const skill of skills) {
    const key = plain(skill.category);
    groups.set(key, [...(groups.get(key) ?? []), skill]);
  }
  return [...groups];
}

function lineOf({ name, description }: ListedSkill, maxChars: number): string {
  const text = plain(description);
  const shown =
    [...text].length <= maxChars
      ? text
      : `${[...text]
          .slice(0, maxChars - 1)
          .join("")
          .trimEnd()}…`;
  return `- ${plain(name)}: ${shown}`;
}

/** One line without markup: a description can't close the block that it stands in. */
function plain(text: string): string {
  return text
    .replace(
      /[\u0000-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\u{E0000}-\u{E007F}]+|\s+/gu,
      " ",
    )
    .replace(/[<>]/g, "")
    .trim();
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
