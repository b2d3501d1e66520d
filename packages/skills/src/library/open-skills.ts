import { lstatSync, readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { HermesError, nearest } from "@hermes/registry";
import { checkScriptOf } from "../usage/run-skill-check.ts";
import type { SkillUse, SkillUseSummary } from "../usage/skill-use.ts";
import { standingOf } from "../usage/standing.ts";
import type { SkillStanding } from "../usage/standing.ts";
import { splitFrontMatter } from "../format/split-front-matter.ts";
import { findSkillFiles } from "./find-skill-files.ts";
import type { SkillFile } from "./find-skill-files.ts";
import { listSkillFiles } from "./list-skill-files.ts";
import { look, resolveInside } from "./safe-path.ts";
import { searchSkills } from "./search-skills.ts";
import { rankOf, rootsOf } from "./skill-folders.ts";
import type { SkillFolders, SkillRoot } from "./skill-folders.ts";
import { openSkillIndex } from "./skill-index.ts";
import type { IndexedSkill, SkillIndex } from "./skill-index.ts";
import { readOrigins } from "./skill-origins.ts";
import type { Skill } from "./skill.ts";
import { missingVariables, whyUnavailable } from "./skill-environment.ts";
import type { SkillEnvironment } from "./skill-environment.ts";
import { vetSkills } from "./vet-skills.ts";
import type { VetSkill } from "./vet-skills.ts";

export interface OpenSkillsOptions {
  readonly folders: SkillFolders;
  readonly environment?: SkillEnvironment | undefined;
  /** Names that the person switched off. */
  readonly disabled?: readonly string[] | undefined;
  readonly use?: SkillUse | undefined;
  /** Keeps parsed front matter, and what `vet` said, for the next process. */
  readonly cacheFile?: string | undefined;
  /** Asked for skills of projects, which are untrusted; once, and again when a file of the skill changed. */
  readonly vet?: VetSkill | undefined;
  /** Names what `vet` goes by, such as a version of its rules. Answers of another version are asked for again. @default "" */
  readonly vetVersion?: string | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** A skill with how it stands and what it was used for. */
export interface ListedSkill extends Skill {
  readonly standing: SkillStanding;
  readonly use: SkillUseSummary | undefined;
}

export interface ListSkillsOptions {
  readonly category?: string | undefined;
  readonly query?: string | undefined;
  /** With those that are hidden, shadowed, quarantined or archived too: for people, not for a model. @default false */
  readonly all?: boolean | undefined;
}

export type FoundSkill =
  | { readonly ok: true; readonly skill: ListedSkill }
  | {
      readonly ok: false;
      readonly problem: "unknown" | "ambiguous" | "hidden";
      readonly reason: string;
      readonly suggestions: readonly string[];
    };

export interface SkillView {
  readonly skill: ListedSkill;
  /** SKILL.md without front matter, or the support file. Undefined for bytes that are no text. */
  readonly content: string | undefined;
  /** The support files of the skill, relative, with `/`. */
  readonly files: readonly string[];
}

export interface SkillLibrary {
  readonly folders: SkillFolders;
  /** What is there now, by name. The disk is looked at each time; what did not change is not read again. */
  list(options?: ListSkillsOptions): Promise<readonly ListedSkill[]>;
  /** By name, by `category/name`, by `source:name`, or by the name of the folder. */
  find(name: string, options?: { readonly all?: boolean | undefined }): Promise<FoundSkill>;
  /** Reads one. @throws {HermesError} `SKILL_FILE_REFUSED`, `SKILL_FILE_NOT_FOUND` */
  view(skill: ListedSkill, filePath?: string): SkillView;
}

/** The skills of a person: their own, installed ones, those that came with Hermes, those of the project. */
export function openSkills(options: OpenSkillsOptions): SkillLibrary {
  const { folders, use, now = Date.now } = options;
  const index = openSkillIndex(options.cacheFile);
  const all = async (): Promise<readonly ListedSkill[]> => {
    const around = rememberCommands(options.environment ?? {});
    const found: Skill[] = [];
    for (const root of rootsOf(folders))
      found.push(...(await skillsBelow(root, { index, around, disabled: options.disabled ?? [] })));
    const version = options.vetVersion ?? "";
    const vetted = await vetSkills(found, { index, vet: options.vet, version });
    index.save();
    const summaries = (await use?.summaries()) ?? new Map<string, SkillUseSummary>();
    return markShadowed(vetted).map((skill) => withStanding(skill, summaries.get(skill.name), now()));
  };
  const list = async ({ category, query, all: everything = false }: ListSkillsOptions = {}): Promise<
    readonly ListedSkill[]
  > => {
    const skills = (await all())
      .filter((skill) => everything || isOffered(skill))
      .filter((skill) => category === undefined || isIn(skill, category));
    // Searching keeps what it is given; the result holds the same objects.
    return query === undefined ? skills : (searchSkills(skills, query) as readonly ListedSkill[]);
  };
  return {
    folders,
    list,
    find: async (name, { all: everything = false } = {}) =>
      findAmong(await list({ all: true }), name, everything),
    view: viewSkill,
  };
}

interface ReadOptions {
  readonly index: SkillIndex;
  readonly around: SkillEnvironment;
  readonly disabled: readonly string[];
}

async function skillsBelow(root: SkillRoot, options: ReadOptions): Promise<readonly Skill[]> {
  const files = findSkillFiles(root.folder, { wary: root.source === "project" });
  const originOf = root.editable && files.length > 0 ? readOrigins(root.folder) : () => root.source;
  const read = await options.index.readAll(files);
  return files
    .flatMap((file, at) => {
      const indexed = read[at];
      return indexed === undefined
        ? []
        : [toSkill(file, { ...root, source: originOf(file.folder) }, { ...options, indexed })];
    })
    .toSorted((a, b) => rankOf(a.source) - rankOf(b.source));
}

function toSkill(
  file: SkillFile,
  { source, editable }: SkillRoot,
  { indexed, around, disabled }: ReadOptions & { readonly indexed: IndexedSkill },
): Skill {
  const { fields, problems } = indexed;
  const name = nameOf(fields.name) ?? basename(file.folder);
  const above = file.above.join("/");
  const isOff = disabled.includes(name);
  const hidden = isOff ? "switched off in the settings" : whyUnavailable(fields.conditions, around);
  return {
    name,
    description: shortened(fields.description),
    category: above === "" ? (fields.category ?? "general") : above,
    source,
    folder: file.folder,
    path: file.path,
    editable: editable && source === "user",
    fields,
    problems,
    missingVariables: missingVariables(fields.conditions, around),
    hidden,
    hiddenBy: isOff ? "settings" : hidden === undefined ? undefined : "conditions",
    shadowedBy: undefined,
  };
}

/** What no folder can be called is no name: one that fills pages would take the place of all others in an index. */
function nameOf(name: string | undefined): string | undefined {
  return name !== undefined && name.length <= 255 ? name : undefined;
}

/** The format allows 1,024 characters; an untrusted file holds what it likes. */
function shortened(description: string): string {
  return description.length <= 1024 ? description : `${description.slice(0, 1023).trimEnd()}…`;
}

/** Of the skills that work here the first takes the name; one that doesn't work here leaves it to the next. */
function markShadowed(skills: readonly Skill[]): readonly Skill[] {
  const taken = new Map<string, string>();
  return skills.map((skill) => {
    const holder = taken.get(skill.name);
    if (holder !== undefined) return { ...skill, shadowedBy: holder };
    if (skill.hidden === undefined) taken.set(skill.name, skill.folder);
    return skill;
  });
}

function withStanding(skill: Skill, summary: SkillUseSummary | undefined, now: number): ListedSkill {
  // What is counted by name counts for the one that has the name.
  const use = skill.shadowedBy === undefined ? summary : undefined;
  const own = skill.editable;
  // A check is looked for only where it counts: what people wrote needs no proof.
  const hasCheck = own && use?.madeAt !== undefined && checkScriptOf(skill.folder) !== undefined;
  return { ...skill, use, standing: standingOf(use, { now, own, hasCheck }) };
}

function isOffered({ hidden, shadowedBy, standing }: ListedSkill): boolean {
  return (
    hidden === undefined && shadowedBy === undefined && standing !== "quarantined" && standing !== "archived"
  );
}

function isIn({ category }: Skill, wanted: string): boolean {
  return category === wanted || category.startsWith(`${wanted}/`);
}

function findAmong(skills: readonly ListedSkill[], name: string, everything: boolean): FoundSkill {
  const wanted = name.trim().replace(/^\//, "");
  const matches = [
    skills.filter((skill) => skill.name === wanted && skill.shadowedBy === undefined),
    skills.filter((skill) => `${skill.source}:${skill.name}` === wanted),
    skills.filter((skill) => `${skill.category}/${skill.name}` === wanted),
    skills.filter((skill) => basename(skill.folder) === wanted),
    skills.filter((skill) => skill.name.toLowerCase() === wanted.toLowerCase()),
  ].find((list) => list.length > 0);
  const offered = (matches ?? []).filter((skill) => isOffered(skill) || skill.shadowedBy !== undefined);
  const [skill] = offered.length > 0 ? offered : (matches ?? []);
  if (skill === undefined) {
    const names = skills.filter(isOffered).map((known) => known.name);
    const near = nearest(wanted, names);
    return {
      ok: false,
      problem: "unknown",
      reason: `There is no skill "${name}".`,
      suggestions: near === undefined ? [] : [near],
    };
  }
  if (offered.length > 1) {
    const suggestions = offered.map((known) => `${known.source}:${known.name} (${known.folder})`);
    return { ok: false, problem: "ambiguous", reason: `"${name}" names several skills.`, suggestions };
  }
  // An archived skill is only put away: whoever names it wants it.
  const why = skill.hidden ?? (skill.standing === "quarantined" ? "its check failed" : undefined);
  if (why === undefined || everything) return { ok: true, skill };
  return {
    ok: false,
    problem: "hidden",
    reason: `The skill "${skill.name}" can't be used here: ${why}.`,
    suggestions: [],
  };
}

function viewSkill(skill: ListedSkill, filePath: string = "SKILL.md"): SkillView {
  const files = listSkillFiles(skill.folder);
  if (filePath === "SKILL.md") {
    // It may have become a link since it was found; the person's own may be one.
    const place = resolveInside(skill.folder, basename(skill.path));
    if (!place.ok && skill.source === "project")
      throw new HermesError(place.reason, { code: "SKILL_FILE_REFUSED" });
    const { body } = splitFrontMatter(readText(skill, skill.path));
    // Skills name their own folder so. A command in the text, as other programs run them on reading, stays text.
    return { skill, content: body.trim().replaceAll("${HERMES_SKILL_DIR}", () => skill.folder), files };
  }
  const place = resolveInside(skill.folder, filePath);
  if (!place.ok) throw new HermesError(place.reason, { code: "SKILL_FILE_REFUSED" });
  if (look(lstatSync, place.path)?.isFile() !== true) {
    throw new HermesError(`The skill "${skill.name}" has no file "${filePath}".`, {
      code: "SKILL_FILE_NOT_FOUND",
      hint: files.length === 0 ? "It has SKILL.md alone." : `It has: ${files.slice(0, 40).join(", ")}.`,
    });
  }
  const text = readText(skill, place.path);
  return { skill, content: text.includes("\0") ? undefined : text, files };
}

/** Longer files are for programs to read. */
const maxViewBytes = 8 * 1_048_576;

function readText(skill: ListedSkill, path: string): string {
  const { size } = statSync(path);
  if (size > maxViewBytes) {
    throw new HermesError(`"${path}" of the skill "${skill.name}" has ${size} bytes.`, {
      code: "SKILL_FILE_REFUSED",
      hint: `At most ${maxViewBytes} are shown; read parts of it with a command.`,
    });
  }
  return readFileSync(path, "utf8");
}

/** Looking along the PATH costs a call per folder: once per program is enough. */
function rememberCommands(around: SkillEnvironment): SkillEnvironment {
  const { hasCommand } = around;
  if (hasCommand === undefined) return around;
  const known = new Map<string, boolean>();
  return {
    ...around,
    hasCommand: (name) => {
      const present = known.get(name) ?? hasCommand(name);
      known.set(name, present);
      return present;
    },
  };
}
