import { replaceFile } from "@hermes/atomic-files";
import type { SkillVerdict } from "@hermes/scanner";
import type { InstalledSkill, LockEntry, LockFile } from "@hermes/skills/hub-lock";

export function writeLockFile(path: string, lock: LockFile): void {
  replaceFile(path, `${JSON.stringify(lock, undefined, 2)}\n`);
}

/** The same lock with one entry set, or gone; fields that nobody here knows stay. */
export function withEntry(lock: LockFile, name: string, entry: LockEntry | undefined): LockFile {
  const rest = Object.entries(lock.installed).filter(([other]) => other !== name);
  const before = lock.installed[name] ?? {};
  const installed = entry === undefined ? rest : [...rest, [name, { ...before, ...entry }] as const];
  return { ...lock, installed: Object.fromEntries(installed.toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}

export function toEntry(
  skill: InstalledSkill,
  files: readonly string[],
  metadata: Record<string, unknown>,
): LockEntry {
  return {
    source: skill.source,
    identifier: skill.reference,
    trust_level: skill.trust,
    scan_verdict: verdictWords[skill.decision],
    content_hash: skill.contentHash,
    install_path: skill.installPath,
    files: [...files].toSorted(),
    metadata: { ...metadata, ...(skill.revision !== undefined && { revision: skill.revision }) },
    installed_at: skill.installedAt,
    updated_at: skill.updatedAt,
  };
}

const verdictWords = { allow: "safe", review: "caution", block: "dangerous" } as const satisfies Record<
  SkillVerdict,
  string
>;
