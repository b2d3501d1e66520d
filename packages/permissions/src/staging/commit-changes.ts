import {
  chmod,
  copyFile,
  constants,
  lstat,
  mkdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  utimes,
} from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { HermesError } from "@hermes/registry/errors";
import type { CollectedChange } from "./collect-changes.ts";

/**
 * Makes the changes of a staged run real: deletions first, then folders, then each file in one step.
 *
 * @throws {HermesError} `PERMISSIONS_STAGE_CONFLICT` before anything is changed, when a path is no longer as the run saw it.
 */
export async function commitChanges(changes: readonly CollectedChange[]): Promise<void> {
  for (const change of changes) {
    refuseSpecial(change);
    await refuseConflict(change);
  }
  for (const { path, change } of changes) {
    if (change === "deleted") await rm(path, { recursive: true, force: true });
  }
  for (const change of changes)
    if (change.source !== undefined) await apply(change.path, change.source, change);
}

function refuseSpecial({ path, kind, change }: CollectedChange): void {
  if (kind !== "other" || change === "deleted") return;
  throw new HermesError(
    `${path} is neither a file nor a folder nor a link, and can't be taken over from the trial; nothing was done.`,
    { code: "PERMISSIONS_STAGE_CONFLICT", hint: "Run the command without a trial." },
  );
}

async function refuseConflict({ path, change, stagedAtNs }: CollectedChange): Promise<void> {
  const now = await lstat(path, { bigint: true }).catch(() => undefined);
  const expected = change !== "created";
  if (
    (now !== undefined) === expected &&
    (now === undefined || now.isDirectory() || now.ctimeNs <= stagedAtNs)
  )
    return;
  throw new HermesError(
    `${path} was changed by someone else while the trial was looked at; nothing was done.`,
    {
      code: "PERMISSIONS_STAGE_CONFLICT",
      hint: "Try the command again.",
    },
  );
}

async function apply(path: string, source: string, { kind }: CollectedChange): Promise<void> {
  switch (kind) {
    case "directory": {
      const there = await lstat(path).catch(() => undefined);
      if (there !== undefined && !there.isDirectory()) await rm(path);
      await mkdir(path, { recursive: true });
      await chmod(path, (await stat(source)).mode & 0o7777);
      return;
    }
    case "symlink": {
      const fresh = besides(path);
      await symlink(await readlink(source), fresh);
      await replace(path, fresh);
      return;
    }
    case "file": {
      const fresh = besides(path);
      const { mode, atime, mtime } = await stat(source);
      await copyFile(source, fresh, constants.COPYFILE_FICLONE);
      await chmod(fresh, mode & 0o7777);
      await utimes(fresh, atime, mtime);
      await replace(path, fresh);
      return;
    }
    case "other":
      return; // Refused before.
  }
}

async function replace(path: string, fresh: string): Promise<void> {
  const there = await lstat(path).catch(() => undefined);
  if (there?.isDirectory()) await rm(path, { recursive: true });
  await rename(fresh, path);
}

function besides(path: string): string {
  return join(dirname(path), `.${basename(path).slice(0, 100)}.${randomUUID().slice(0, 8)}`);
}
