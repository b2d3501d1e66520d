import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { parseSkill } from "../format/parse-skill.ts";
import type { SkillFields } from "../format/skill-fields.ts";
import type { SkillProblem } from "../format/skill-problem.ts";
import { validateSkill } from "../format/validate-skill.ts";
import type { SkillFile } from "./find-skill-files.ts";

/** What is kept of a SKILL.md, so that it is parsed again only when it changed. */
export interface IndexedSkill {
  readonly mtimeMs: number;
  readonly size: number;
  readonly fields: SkillFields;
  readonly problems: readonly SkillProblem[];
}

/** Parsed front matter by path. In a file too, where one is given, for the next process. */
export interface SkillIndex {
  read(file: SkillFile): IndexedSkill;
  /** Writes what is new. A cache that can't be written is done without. */
  save(): void;
}

/** Changes with the shape of what is kept: an older file is not read. */
const version = 1;
/** Front matter ends long before; the rest of a very long file isn't looked at for the index. */
const maxReadChars = 1_000_000;

export function openSkillIndex(cacheFile: string | undefined): SkillIndex {
  const known = cacheFile === undefined ? new Map<string, IndexedSkill>() : loadCache(cacheFile);
  let changed = false;
  return {
    read(file) {
      const kept = known.get(file.path);
      if (kept?.mtimeMs === file.mtimeMs && kept.size === file.size) return kept;
      const entry = { mtimeMs: file.mtimeMs, size: file.size, ...readSkillFile(file) };
      known.set(file.path, entry);
      changed = true;
      return entry;
    },
    save() {
      if (!changed || cacheFile === undefined) return;
      changed = false;
      saveCache(cacheFile, known);
    },
  };
}

function readSkillFile({ path, folder }: SkillFile): Pick<IndexedSkill, "fields" | "problems"> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const message = `the file can't be read: ${error instanceof Error ? error.message : String(error)}`;
    return { fields: parseSkill("").fields, problems: [{ severity: "error", message, line: 1 }] };
  }
  const { fields } = parseSkill(text.slice(0, maxReadChars));
  return { fields, problems: validateSkill(text, { folder: basename(folder) }) };
}

function loadCache(path: string): Map<string, IndexedSkill> {
  try {
    const data: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (isCache(data)) return new Map(data.skills);
  } catch {
    // None yet, or half a file of somebody else: it is made anew.
  }
  return new Map();
}

interface Cache {
  readonly version: number;
  readonly skills: readonly (readonly [string, IndexedSkill])[];
}

/** The file is ours and lies beside our other state; its version says that its shape is this one. */
function isCache(data: unknown): data is Cache {
  return (
    typeof data === "object" &&
    data !== null &&
    "version" in data &&
    data.version === version &&
    "skills" in data &&
    Array.isArray(data.skills)
  );
}

function saveCache(path: string, known: ReadonlyMap<string, IndexedSkill>): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const draft = `${path}.${process.pid}.new`;
    writeFileSync(draft, JSON.stringify({ version, skills: [...known] }), { mode: 0o600 });
    renameSync(draft, path);
  } catch {
    // A read-only home: the next process parses again.
  }
}
