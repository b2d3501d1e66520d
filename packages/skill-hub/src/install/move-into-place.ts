import { randomUUID } from "node:crypto";
import { existsSync, lstatSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { replaceFile } from "@hermes/atomic-files";
import { z } from "zod";
import { contentHash } from "../package/content-hash.ts";
import { appendAudit } from "../record/audit-log.ts";
import type { AuditLine } from "../record/audit-log.ts";
import { readHubFile } from "@hermes/skills/hub-lock";
import { mkdirUnlinked, prepareHubFolders, underLock } from "../record/hub-files.ts";
import type { HubFiles } from "../record/hub-files.ts";
import { readLockFile } from "@hermes/skills/hub-lock";
import { withEntry, writeLockFile } from "../record/lock-file.ts";
import type { LockEntry } from "@hermes/skills/hub-lock";
import { readFolder, stateOfFolder } from "./installed-files.ts";
import { refusal } from "./refusal.ts";
import type { Refusal } from "./refusal.ts";

/** A change of one skill that must be wholly done or not at all. */
const pendingSchema = z.object({
  name: z.string(),
  installPath: z.string(),
  /** Where the folder that is there now goes; null where none is. */
  archived: z.string().nullable(),
  /** What the lock file will say; null for a skill that goes. */
  entry: z.record(z.string(), z.unknown()).nullable(),
});
type Pending = z.infer<typeof pendingSchema>;

export interface Move {
  readonly name: string;
  readonly installPath: string;
  /** The folder in quarantine. */
  readonly from: string;
  readonly entry: LockEntry & { readonly content_hash: string };
  /** The hash of the folder that may be replaced; undefined: nothing may be there. */
  readonly replaces: string | undefined;
  readonly log: AuditLine;
}

/**
 * Puts a skill in place: what is there goes to the archive, one rename brings the new one, the lock file says so. Nobody sees
 * half a skill. What is to be done is written down first: a process that dies in between leaves what `recover` needs.
 *
 * @returns Undefined when it is done; why not, when things are not as they were when it was decided.
 */
export function moveIntoPlace(files: HubFiles, move: Move, now: number): Refusal | undefined {
  return underLock(files, () => {
    recover(files, now);
    prepareHubFolders(files);
    const lock = readLockFile(files.lock);
    const target = join(files.skills, ...move.installPath.split("/"));
    makeFoldersAbove(files, move.installPath);
    const conflict = whyNotNow(target, move);
    if (conflict !== undefined) return conflict;
    const archived = existsSync(target) ? archivePath(files, move.name) : null;
    const pending: Pending = { name: move.name, installPath: move.installPath, archived, entry: move.entry };
    appendAudit(files.auditLog, move.log, now);
    replaceFile(files.pending, JSON.stringify(pending));
    try {
      if (archived !== null) renameSync(target, archived);
      renameSync(move.from, target);
      writeLockFile(files.lock, withEntry(lock, move.name, move.entry));
    } catch (error) {
      takeBack(target, { from: move.from, archived });
      rmSync(files.pending, { force: true });
      const reason = error instanceof Error ? error.message : String(error);
      appendAudit(files.auditLog, { ...move.log, outcome: "failed", reason }, now);
      throw error;
    }
    rmSync(files.pending, { force: true });
    return undefined;
  });
}

/** Moves an installed skill to the archive. False when the lock file names no such skill. */
export function moveToArchive(files: HubFiles, name: string, now: number): boolean {
  return underLock(files, () => {
    recover(files, now);
    const lock = readLockFile(files.lock);
    const entry = lock.installed[name];
    if (entry === undefined) return false;
    prepareHubFolders(files);
    const installPath = (entry.install_path ?? name).replace(/\/$/, "");
    const target = join(files.skills, ...installPath.split("/"));
    const isThere = lstatSync(target, { throwIfNoEntry: false }) !== undefined;
    const archived = isThere ? archivePath(files, name) : null;
    const line = {
      action: "uninstall",
      outcome: "done",
      name,
      reference: entry.identifier,
      source: entry.source,
    } as const;
    appendAudit(files.auditLog, line, now);
    replaceFile(
      files.pending,
      JSON.stringify({ name, installPath, archived, entry: null } satisfies Pending),
    );
    // A link goes as the link that it is: what it leads to is not ours.
    if (archived !== null) renameSync(target, archived);
    writeLockFile(files.lock, withEntry(lock, name, undefined));
    rmSync(files.pending, { force: true });
    return true;
  });
}

/**
 * Ends what a process began that died: forwards when the new skill is in place, backwards when it isn't. To be called under
 * the lock, so that nobody is in the middle of it.
 */
export function recover(files: HubFiles, now: number): void {
  const pending = readPending(files.pending);
  if (pending === undefined) return;
  const { name, installPath, archived, entry } = pending;
  const target = join(files.skills, ...installPath.split("/"));
  const isThere = lstatSync(target, { throwIfNoEntry: false }) !== undefined;
  const wasArchived = archived !== null && existsSync(archived);
  const isNew = entry !== null && isThere && isAsWanted(target, entry);
  const isGone = entry === null && !isThere;
  if (isNew || isGone) {
    const after = withEntry(readLockFile(files.lock), name, entry ?? undefined);
    writeLockFile(files.lock, after);
  } else if (!isThere && wasArchived) renameSync(archived, target);
  const done = isNew || isGone ? "It was finished." : "It was taken back.";
  appendAudit(
    files.auditLog,
    { action: "recover", outcome: "done", name, reason: `A change was cut off. ${done}` },
    now,
  );
  rmSync(files.pending, { force: true });
}

/** Written in one step: one that can't be read is not of this program, and nothing was begun after it. */
function readPending(path: string): Pending | undefined {
  const text = readHubFile(path);
  if (text === undefined) return undefined;
  try {
    return pendingSchema.parse(JSON.parse(text));
  } catch {
    rmSync(path, { force: true });
    return undefined;
  }
}

function isAsWanted(folder: string, entry: Record<string, unknown>): boolean {
  const { content_hash: hash, files } = entry;
  const paths = Array.isArray(files) ? files.filter((path) => typeof path === "string") : [];
  return typeof hash === "string" && stateOfFolder(folder, { contentHash: hash, paths }) === "same";
}

/** What was decided on may have changed while a person was thinking. */
function whyNotNow(target: string, { name, from, entry, replaces }: Move): Refusal | undefined {
  const found = lstatSync(target, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() === true) return refusal("taken", `${target} is a link; it is not replaced.`);
  if (found !== undefined && replaces === undefined)
    return refusal("taken", `There is a skill in ${target} by now.`, { hint: "Look at it, then try again." });
  if (found !== undefined && replaces !== contentHash(readFolder(target).files))
    return refusal("changed", `"${name}" was changed meanwhile.`, {
      hint: "Nothing was replaced. Look at it, then try again.",
    });
  const { files, links } = readFolder(from);
  if (links.length === 0 && contentHash(files) === entry.content_hash) return undefined;
  return refusal("blocked", `The files of "${name}" were changed while they were looked at.`, {
    hint: "Nothing was installed. Find out what writes into the folder of the hub.",
  });
}

function makeFoldersAbove(files: HubFiles, installPath: string): void {
  const above = installPath.split("/").slice(0, -1);
  for (const index of above.keys()) mkdirUnlinked(join(files.skills, ...above.slice(0, index + 1)));
}

function archivePath(files: HubFiles, name: string): string {
  return join(files.archive, `${basename(name)}-${randomUUID().slice(0, 8)}`);
}

/** As it was. A new folder that is in place already goes back to where it came from. */
function takeBack(
  target: string,
  { from, archived }: { readonly from: string; readonly archived: string | null },
): void {
  const isNewThere = !existsSync(from) && existsSync(target);
  if (isNewThere) renameSync(target, from);
  if (archived !== null && existsSync(archived)) renameSync(archived, target);
}
