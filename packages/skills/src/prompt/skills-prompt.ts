import type { ListedSkill } from "../library/open-skills.ts";

export interface SkillsPromptOptions {
  /** Most tokens that the block may take, by a cautious estimate. @default 1_400 */
  readonly maxTokens?: number | undefined;
}

const opening =
  "Skills are tested instructions for kinds of work. Before you start a task that one of these is for, read it with skill_view(name) and follow it; when none is listed for the task, look with skills_list(query).";

/**
 * The index of skills for a prompt: as much as fits into a fixed budget. The more skills there are, the less is said of each:
 * descriptions are cut, then categories stand for their skills, and the skills that are used most keep their line. However
 * many a project brings, the person's own, installed and bundled ones come first. One that fails is left out, and one that
 * only the person starts.
 *
 * @returns The same text for the same skills. Empty when there are none.
 */
export function skillsPrompt(all: readonly ListedSkill[], options: SkillsPromptOptions = {}): string {
  const { maxTokens = 1_400 } = options;
  const skills = all.filter(({ standing, fields }) => standing !== "failing" && !fields.manual);
  if (skills.length === 0) return "";
  const sorted = skills.toSorted((a, b) => compare(a.category, b.category) || compare(a.name, b.name));
  const ofPerson = sorted.filter((skill) => !isOfProject(skill));
  const ofProject = sorted.filter(isOfProject);
  // What a repository brings shortens the person's descriptions at most: it takes none of them away.
  const lengths = ofProject.length === 0 ? [160, 100, 60, 0] : [160, 100, 60];
  const whole = firstFitting(lengths, (length) => frame(fullIndex(sorted, length)), maxTokens);
  if (whole !== undefined) return whole;
  if (ofProject.length > 0) {
    const withRest = (length: number): string =>
      shortIndex(ofProject, { kept: fullIndex(ofPerson, length), maxTokens });
    const own = firstFitting([160, 100, 60, 0], withRest, maxTokens);
    if (own !== undefined) return own;
  }
  return shortIndex([...ofPerson, ...ofProject], { kept: [], maxTokens });
}

/** The longest that fits. */
function firstFitting(
  lengths: readonly number[],
  write: (descriptionChars: number) => string,
  maxTokens: number,
): string | undefined {
  for (const length of lengths) {
    const text = write(length);
    if (estimateTokens(text) <= maxTokens) return text;
  }
  return undefined;
}

/** A guess that is rather too high: models count in pieces of a few letters, each figure or mark, and other scripts cost more. */
function estimateTokens(text: string): number {
  const ascii = text.replace(/[^\x20-\x7E\n]/g, "");
  const marks = ascii.replace(/[A-Za-z ]/g, "").length;
  return Math.ceil((ascii.length - marks) / 4 + marks * 0.9 + (Buffer.byteLength(text) - ascii.length) / 1.6);
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

interface ShortIndexOptions {
  /** Lines that stand before, whatever they cost. */
  readonly kept: readonly string[];
  readonly maxTokens: number;
}

/** Categories with counts, and lines for the skills that are used most, as long as there is room. */
function shortIndex(skills: readonly ListedSkill[], { kept, maxTokens }: ShortIndexOptions): string {
  const groups = byCategory(skills).toSorted(
    ([nameA, a], [nameB, b]) => countOwn(b) - countOwn(a) || b.length - a.length || compare(nameA, nameB),
  );
  const which = kept.length === 0 ? "skills" : "more skills, of this project,";
  const head = `${skills.length} ${which} in ${groups.length} categories; skills_list(category) and skills_list(query) show the rest.`;
  const lines: string[] = [...kept, head];
  const tokensWith = (line: string): number => estimateTokens(frame([...lines, line]));
  // Half of the room names categories, so that single skills have some too.
  const taken = estimateTokens(frame(lines));
  const half = taken + (maxTokens - taken) / 2;
  for (const [category, members] of groups) {
    const line = `${category} (${members.length})`;
    if (tokensWith(line) > half) break;
    lines.push(line);
  }
  for (const skill of skills.toSorted(byUse)) {
    const line = lineOf(skill, 60);
    if (tokensWith(line) > maxTokens) break;
    lines.push(line);
  }
  return frame(lines);
}

function isOfProject({ source }: ListedSkill): boolean {
  return source === "project";
}

function countOwn(skills: readonly ListedSkill[]): number {
  return skills.filter((skill) => !isOfProject(skill)).length;
}

/** Those of a project last, however much they are used; then what is used most. */
function byUse(a: ListedSkill, b: ListedSkill): number {
  return (
    Number(isOfProject(a)) - Number(isOfProject(b)) ||
    (b.use?.uses ?? 0) - (a.use?.uses ?? 0) ||
    rank[a.source] - rank[b.source] ||
    compare(a.name, b.name)
  );
}

const rank: Readonly<Record<ListedSkill["source"], number>> = { user: 0, hub: 1, bundled: 2, project: 3 };

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
