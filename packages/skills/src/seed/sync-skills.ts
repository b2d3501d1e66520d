import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { makeStaging } from "../disk/staging.ts";
import { findSkillFiles } from "../library/find-skill-files.ts";
import { readManifest, writeManifest } from "./bundled-manifest.ts";
import { readLegacyManifest } from "./legacy-manifest.ts";

export interface SyncSkillsOptions {
  readonly from: string;
  readonly into: string;
  readonly except: readonly string[];
  readonly stamp: string;
}

export interface SeedReport {
  /** Files, relative to the skills folder. */
  readonly added: readonly string[];
  readonly updated: readonly string[];
  readonly removed: readonly string[];
  /** Changed or deleted by the person, or theirs from the start: left as they are. */
  readonly kept: readonly string[];
  /** Why not all could be written, as a sentence: a read-only home, a full disk. What is there works. */
  readonly problem?: string | undefined;
}

interface Lists {
  readonly added: string[];
  readonly updated: string[];
  readonly removed: string[];
  readonly kept: string[];
}

/** SHA-256 by file. */
type Hashes = Readonly<Record<string, string>>;

/** Compares file by file, and writes what is new. The caller holds the lock. */
export function syncSkills({ from, into, except, stamp }: SyncSkillsOptions): SeedReport {
  const report: Lists = { added: [], updated: [], removed: [], kept: [] };
  const manifest = readManifest(into);
  const before = manifest?.skills ?? {};
  const former = new Set(manifest?.former ?? findLegacy(into));
  const staging = makeStaging(into);
  const after: Record<string, Hashes> = {};
  try {
    for (const { folder } of findSkillFiles(from, { except })) {
      const skill = relative(from, folder).replaceAll("\\", "/");
      const target = join(into, skill);
      const known = before[skill] ?? (former.delete(skill) ? hashesIn(target) : unrecorded(folder, target));
      if (known === undefined) report.kept.push(skill);
      else after[skill] = seedOne({ folder, target, skill, known, staging, report });
    }
    for (const [skill, files] of Object.entries(before)) {
      if (after[skill] === undefined) removeUntouched({ target: join(into, skill), skill, files, report });
    }
    writeManifest(into, { version: 1, stamp, former: [...former], skills: after });
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  return report;
}

/** Looked for once, when an old home is seeded for the first time. */
function findLegacy(into: string): readonly string[] {
  const isUntouched = readLegacyManifest(into);
  return findSkillFiles(into)
    .filter(({ folder }) => isUntouched(folder))
    .map(({ folder }) => relative(into, folder).replaceAll("\\", "/"));
}

/**
 * What is known of a skill that was never recorded. Where a process died before it could, all that is there is ours; any
 * other file says that the skill is the person's, and undefined is returned.
 */
function unrecorded(folder: string, target: string): Hashes | undefined {
  if (!existsSync(target)) return {};
  const [ours, present] = [hashesIn(folder), hashesIn(target)];
  return Object.entries(present).every(([file, hash]) => ours[file] === hash) ? {} : undefined;
}

interface SeedOne {
  readonly folder: string;
  readonly target: string;
  readonly skill: string;
  readonly known: Hashes;
  readonly staging: string;
  readonly report: Lists;
}

function seedOne({ folder, target, skill, known, staging, report }: SeedOne): Hashes {
  const hashes: Record<string, string> = {};
  for (const file of filesIn(folder)) {
    const bytes = readFileSync(join(folder, file));
    const wanted = hashOf(bytes);
    const place = join(target, file);
    const present = hashAt(place);
    const seeded = known[file];
    hashes[file] = seeded ?? wanted;
    if (present === wanted) hashes[file] = wanted;
    else if (present !== seeded) report.kept.push(`${skill}/${file}`);
    else {
      write(place, bytes, { mode: statSync(join(folder, file)).mode & 0o777, staging });
      hashes[file] = wanted;
      (present === undefined ? report.added : report.updated).push(`${skill}/${file}`);
    }
  }
  const gone = Object.entries(known).filter(([file]) => hashes[file] === undefined);
  removeUntouched({ target, skill, files: Object.fromEntries(gone), report });
  return hashes;
}

function removeUntouched({
  target,
  skill,
  files,
  report,
}: {
  readonly target: string;
  readonly skill: string;
  readonly files: Hashes;
  readonly report: Lists;
}): void {
  for (const [file, hash] of Object.entries(files)) {
    const place = join(target, file);
    const present = hashAt(place);
    if (present === undefined) continue;
    if (present !== hash) {
      report.kept.push(`${skill}/${file}`);
      continue;
    }
    rmSync(place);
    report.removed.push(`${skill}/${file}`);
    removeEmpty(dirname(place), target);
  }
}

function removeEmpty(folder: string, last: string): void {
  if (readdirSync(folder).length > 0) return;
  rmdirSync(folder);
  if (folder !== last) removeEmpty(dirname(folder), last);
}

function write(
  path: string,
  bytes: Uint8Array,
  { mode, staging }: { readonly mode: number; readonly staging: string },
): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = join(staging, "draft");
  writeFileSync(draft, bytes);
  chmodSync(draft, mode | 0o200);
  renameSync(draft, path);
}

function hashesIn(folder: string): Hashes {
  return Object.fromEntries(filesIn(folder).map((file) => [file, hashOf(readFileSync(join(folder, file)))]));
}

/** Undefined where no ordinary file is; a link of the person is theirs, and never equal to what was seeded. */
function hashAt(path: string): string | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  return stats.isFile() ? hashOf(readFileSync(path)) : "";
}

/** Everything but folders, relative, with `/`. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .toSorted();
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
