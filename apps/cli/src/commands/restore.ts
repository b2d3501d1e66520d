import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { BackupFacts } from "@hermes/state";
import { toFailure } from "../failure.ts";
import { exitCodes, type Host } from "../host.ts";
import { interruptible } from "../interruptible.ts";
import { confirm } from "../prompt/confirm.ts";
import { bytes } from "../render/amount.ts";
import { countOf } from "../render/count-of.ts";
import { localTime } from "../render/local-time.ts";
import { printJson } from "../render/print.ts";
import { wrap } from "../render/wrap.ts";
import { backupFolder } from "./backup.ts";
import { openStore, type OpenStore } from "./sessions/open-store.ts";

export interface RestoreCommandOptions {
  readonly json?: boolean | undefined;
  readonly yes?: boolean | undefined;
}

/** `hermes restore`: puts a backup in the place of the store, which is kept beside it. Without a file it lists them. */
export async function restore(
  file: string | undefined,
  options: RestoreCommandOptions,
  host: Host,
): Promise<number> {
  const { storePath, home, now } = await look(host);
  if (file === undefined) return listBackups(home, storePath, options, host);
  const { checkBackup, restoreState } = await import("@hermes/state");
  const from = resolve(host.cwd, file);
  const facts = await checkBackup(from);
  const intro = [`Backup: ${contentsOf(facts)}`, `Now:    ${now}`, "What is there now is kept beside it."];
  const lines = intro.flatMap((line) => wrap(line, { columns: host.stderr.columns }));
  if (!(await confirm(host, { intro: lines, question: "Restore it?", yes: options.yes }))) {
    host.stderr.write("Nothing was changed.\n");
    return exitCodes.failed;
  }
  using work = interruptible(host);
  const kept = await restoreState({ from, to: storePath, signal: work.signal });
  if (options.json) printJson(host, { restored: from, store: storePath, kept, ...facts });
  else {
    host.stdout.write(`Restored ${contentsOf(facts)}.\n`);
    if (kept !== undefined) host.stdout.write(`What was there before is kept as ${kept}\n`);
  }
  return exitCodes.ok;
}

interface Place {
  readonly storePath: string;
  readonly home: string;
  /** What is there now, in words. A store that can't be opened is a reason to be here. */
  readonly now: string;
}

/** Closes the store again: nobody may have it open while it is replaced. */
async function look(host: Host): Promise<Place> {
  await using store = await openStore(host);
  return { storePath: store.runtime.storePath, home: store.home, now: await describeStore(store) };
}

async function describeStore(store: OpenStore): Promise<string> {
  try {
    const state = await store.existing();
    return state === undefined ? "nothing" : contentsOf(state.stats());
  } catch (error) {
    return toFailure(error).message;
  }
}

function contentsOf({ sessions, messages, bytes: size, lastAt }: BackupFacts): string {
  const conversations = sessions === 1 ? "1 conversation" : `${sessions} conversations`;
  const last = lastAt === undefined ? "" : `, the last of ${localTime(lastAt)}`;
  return `${conversations}, ${countOf(messages)}, ${bytes(size)}${last}`;
}

function listBackups(home: string, storePath: string, { json }: RestoreCommandOptions, host: Host): number {
  const files = [backupFolder(home), `${storePath}.snapshots`]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith(".db"))
        .map((name) => join(folder, name)),
    )
    .map((path) => ({ path, at: statSync(path).mtimeMs, bytes: statSync(path).size }))
    .toSorted((left, right) => right.at - left.at);
  if (json) printJson(host, files);
  else if (files.length === 0)
    host.stdout.write("There are no backups in the home of Hermes. Make one with: hermes backup\n");
  else
    for (const { path, at, bytes: size } of files)
      host.stdout.write(`${localTime(at)}  ${bytes(size)}\n  ${path}\n`);
  return exitCodes.ok;
}
