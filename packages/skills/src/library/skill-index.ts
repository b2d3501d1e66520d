import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { basename, dirname } from "node:path";
import { replaceFile } from "@hermes/atomic-files";
import type { SkillFields } from "../format/skill-fields.ts";
import type { SkillProblem } from "../format/skill-problem.ts";
import type { readAndValidate } from "../format/validate-skill.ts";
import type { SkillFile } from "./find-skill-files.ts";

/** What is kept of a SKILL.md, so that it is parsed again only when it changed. */
export interface IndexedSkill {
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly size: number;
  readonly fields: SkillFields;
  readonly problems: readonly SkillProblem[];
}

/** What was said about the files of a skill as they were. */
export interface VettedSkill {
  readonly stamp: string;
  readonly version: string;
  /** Undefined: it may be offered. */
  readonly reason?: string | undefined;
}

/** Parsed front matter by path, and what was said of whole skills. In a file too, where one is given, for the next process. */
export interface SkillIndex {
  /** In the order of the files. What reads them is loaded only when one of them changed. */
  readAll(files: readonly SkillFile[]): Promise<readonly IndexedSkill[]>;
  vetted(folder: string): VettedSkill | undefined;
  keepVetted(folder: string, vetted: VettedSkill): void;
  /** Writes what is new. A cache that can't be written is done without. */
  save(): void;
}

/** Changes with the shape of what is kept: an older file is not read. */
const version = 3;
/** Front matter ends long before; the rest of a very long file isn't looked at for the index. */
const maxReadBytes = 1_048_576;
/** So many skills of other projects stay known. */
const maxOthers = 2_000;

type Parser = typeof readAndValidate;

export function openSkillIndex(cacheFile: string | undefined): SkillIndex {
  const { skills, vetted } = cacheFile === undefined ? emptyCache() : loadCache(cacheFile);
  const seen = new Set<string>();
  let changed = false;
  const keep = (file: SkillFile, parse: Parser): void => {
    const { mtimeMs, ctimeMs, size } = file;
    skills.set(file.path, { mtimeMs, ctimeMs, size, ...readSkillFile(file, parse) });
    changed = true;
  };
  return {
    async readAll(files) {
      const isNew = (file: SkillFile): boolean => !isSame(skills.get(file.path), file);
      const fresh = files.filter(isNew);
      if (fresh.length > 0) {
        const format = await import("../format/validate-skill.ts");
        for (const file of fresh) keep(file, format.readAndValidate);
      }
      return files.flatMap((file) => {
        seen.add(file.path);
        return skills.get(file.path) ?? [];
      });
    },
    vetted: (folder) => vetted.get(folder),
    keepVetted(folder, said) {
      vetted.set(folder, said);
      changed = true;
    },
    save() {
      if (!changed || cacheFile === undefined) return;
      changed = false;
      const others = [...skills.keys()].filter((path) => !seen.has(path));
      for (const path of others.slice(0, Math.max(0, others.length - maxOthers))) {
        skills.delete(path);
        vetted.delete(dirname(path));
      }
      saveCache(cacheFile, { skills, vetted });
    },
  };
}

function isSame(kept: IndexedSkill | undefined, { mtimeMs, ctimeMs, size }: SkillFile): boolean {
  return kept?.mtimeMs === mtimeMs && kept.ctimeMs === ctimeMs && kept.size === size;
}

function readSkillFile(
  { path, folder, size }: SkillFile,
  parse: Parser,
): Pick<IndexedSkill, "fields" | "problems"> {
  try {
    return parse(readStart(path), { folder: basename(folder), size });
  } catch (error) {
    const message = `the file can't be read: ${error instanceof Error ? error.message : String(error)}`;
    return { fields: parse("", {}).fields, problems: [{ severity: "error", message, line: 1 }] };
  }
}

function readStart(path: string): string {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.allocUnsafe(maxReadBytes);
    return bytes.toString("utf8", 0, readSync(file, bytes, 0, maxReadBytes, 0));
  } finally {
    closeSync(file);
  }
}

interface CacheMaps {
  readonly skills: Map<string, IndexedSkill>;
  readonly vetted: Map<string, VettedSkill>;
}

function emptyCache(): CacheMaps {
  return { skills: new Map(), vetted: new Map() };
}

function loadCache(path: string): CacheMaps {
  try {
    const data: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (isCache(data)) return { skills: new Map(data.skills), vetted: new Map(data.vetted) };
  } catch {
    // None yet, or half a file of somebody else: it is made anew.
  }
  return emptyCache();
}

interface Cache {
  readonly version: number;
  readonly skills: readonly (readonly [string, IndexedSkill])[];
  readonly vetted: readonly (readonly [string, VettedSkill])[];
}

/** The file is ours and lies beside our other state; its version says that its shape is this one. */
function isCache(data: unknown): data is Cache {
  return (
    typeof data === "object" &&
    data !== null &&
    "version" in data &&
    data.version === version &&
    "skills" in data &&
    Array.isArray(data.skills) &&
    "vetted" in data &&
    Array.isArray(data.vetted)
  );
}

function saveCache(path: string, { skills, vetted }: CacheMaps): void {
  const cache: Cache = { version, skills: [...skills], vetted: [...vetted] };
  try {
    replaceFile(path, JSON.stringify(cache), { durable: false });
  } catch {
    // A read-only home: the next process parses again.
  }
}
