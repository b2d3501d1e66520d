import { createHash } from "node:crypto";
import {
  chmodSync,
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
import { findSkillFiles } from "../library/find-skill-files.ts";
import { readManifest, writeManifest } from "./bundled-manifest.ts";

export interface SeedSkillsOptions {
  /** The folder with the skills that come with Hermes. */
  readonly from: string;
  /** The person's skills folder. */
  readonly into: string;
}

export interface SeedReport {
  /** Files, relative to the skills folder. */
  readonly added: readonly string[];
  readonly updated: readonly string[];
  readonly removed: readonly string[];
  /** Changed or deleted by the person, or theirs from the start: left as they are. */
  readonly kept: readonly string[];
}

/**
 * Brings the skills that come with Hermes into the home. A file is written when it isn't there, and updated or removed only
 * while it is as it was written: an edit or a deletion of the person stays.
 */
export function seedSkills({ from, into }: SeedSkillsOptions): SeedReport {
  const report = {
    added: [] as string[],
    updated: [] as string[],
    removed: [] as string[],
    kept: [] as string[],
  };
  const before = readManifest(into).skills;
  const after: Record<string, Record<string, string>> = {};
  for (const { folder } of findSkillFiles(from)) {
    const skill = relative(from, folder).replaceAll("\\", "/");
    const known = before[skill];
    const isTheirs =
      known === undefined && statSync(join(into, skill), { throwIfNoEntry: false }) !== undefined;
    if (isTheirs) report.kept.push(skill);
    else after[skill] = seedOne({ folder, target: join(into, skill), skill, known, report });
  }
  for (const [skill, files] of Object.entries(before)) {
    if (after[skill] === undefined) removeUntouched({ target: join(into, skill), skill, files, report });
  }
  if (JSON.stringify(after) !== JSON.stringify(before)) writeManifest(into, { version: 1, skills: after });
  return report;
}

interface Lists {
  readonly added: string[];
  readonly updated: string[];
  readonly removed: string[];
  readonly kept: string[];
}

interface SeedOne {
  readonly folder: string;
  readonly target: string;
  readonly skill: string;
  readonly known: Readonly<Record<string, string>> | undefined;
  readonly report: Lists;
}

function seedOne({ folder, target, skill, known, report }: SeedOne): Record<string, string> {
  const hashes: Record<string, string> = {};
  for (const file of filesIn(folder)) {
    const bytes = readFileSync(join(folder, file));
    const wanted = hashOf(bytes);
    const place = join(target, file);
    const present =
      statSync(place, { throwIfNoEntry: false })?.isFile() === true ? hashOf(readFileSync(place)) : undefined;
    const seeded = known?.[file];
    hashes[file] = seeded ?? wanted;
    if (present === wanted) hashes[file] = wanted;
    else if (seeded === undefined ? present !== undefined : present !== seeded)
      report.kept.push(`${skill}/${file}`);
    else {
      write(place, bytes, statSync(join(folder, file)).mode & 0o777);
      hashes[file] = wanted;
      (present === undefined ? report.added : report.updated).push(`${skill}/${file}`);
    }
  }
  const gone = Object.entries(known ?? {}).filter(([file]) => hashes[file] === undefined);
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
  readonly files: Readonly<Record<string, string>>;
  readonly report: Lists;
}): void {
  for (const [file, hash] of Object.entries(files)) {
    const place = join(target, file);
    if (statSync(place, { throwIfNoEntry: false })?.isFile() !== true) continue;
    if (hashOf(readFileSync(place)) !== hash) {
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

function write(path: string, bytes: Uint8Array, mode: number): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.new`;
  writeFileSync(draft, bytes);
  chmodSync(draft, mode);
  renameSync(draft, path);
}

/** Ordinary files, relative, with `/`. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .toSorted();
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
