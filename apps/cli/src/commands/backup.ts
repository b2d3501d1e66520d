import { mkdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { refuseExisting } from "../files/write-atomically.ts";
import { exitCodes, type Host } from "../host.ts";
import { interruptible } from "../interruptible.ts";
import { bytes } from "../render/amount.ts";
import { printJson } from "../render/print.ts";
import { showProgress } from "../render/progress.ts";
import { openStore } from "./sessions/open-store.ts";

export interface BackupCommandOptions {
  readonly json?: boolean | undefined;
  readonly force?: boolean | undefined;
}

/** Where backups go that are given no name: for their owner alone, and known to `hermes redact`. */
export function backupFolder(home: string): string {
  return join(home, "backups");
}

/** `hermes backup`: one consistent file with all sessions, while others go on writing. */
export async function backup(
  file: string | undefined,
  { json, force = false }: BackupCommandOptions,
  host: Host,
): Promise<number> {
  await using store = await openStore(host);
  const state = await store.needed();
  const target = file === undefined ? join(backupFolder(store.home), nameOf(Date.now())) : named(file, host);
  refuseExisting(target, force);
  if (file === undefined) mkdirSync(backupFolder(store.home), { recursive: true, mode: 0o700 });
  using work = interruptible(host);
  const progress = showProgress(host, "pages");
  try {
    await state.backup(target, { signal: work.signal, onProgress: (each) => progress.update(each) });
  } finally {
    progress.end();
  }
  const { size } = statSync(target);
  const { sessions, messages } = state.stats();
  if (json) printJson(host, { path: target, bytes: size, sessions, messages });
  else host.stdout.write(`Wrote ${target} (${bytes(size)})\nTo go back to it: hermes restore ${target}\n`);
  return exitCodes.ok;
}

/** A folder is meant as the place for a file with the usual name. */
function named(file: string, host: Host): string {
  const path = resolve(host.cwd, file);
  const isFolder = /[/\\]$/.test(file) || (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
  return isFolder ? join(path, nameOf(Date.now())) : path;
}

function nameOf(time: number): string {
  return `hermes-${new Date(time).toISOString().slice(0, 19).replaceAll(":", "-")}Z.db`;
}
