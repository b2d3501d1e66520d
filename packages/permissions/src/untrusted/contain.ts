import { describeSources } from "@hermes/registry";
import type { Provenance } from "@hermes/registry";
import { readdir, readFile } from "node:fs/promises";
import { delimiter, join, relative, sep } from "node:path";
import { contains, credentialFiles, privateRecords } from "@hermes/command-safety";
import type { Places } from "@hermes/command-safety";
import type { AnalyzedCommand } from "../policy/call-analysis.ts";
import type { Stager, Staging } from "../staging/stager.ts";
import { isPersistencePath, isPackageFile, scriptsIn } from "./path-classes.ts";

export interface ContainOptions {
  readonly stager: Stager;
  readonly places: Places;
  /** `PATH`: folders of programs stay visible. */
  readonly searchPath: string;
  readonly sources: readonly Provenance[];
  readonly taskId: string;
  readonly timeoutMs?: number | undefined;
  readonly signal: AbortSignal;
}

/** A staged run of a command without network and without private files. Nothing is changed before `commit`. */
export interface Contained {
  readonly staging: Staging;
  /** What it would change that something reads by itself later: a person has to agree. */
  readonly persistent: readonly string[];
  /** What it made or changed; a folder that it made stands for all in it. */
  readonly written: readonly string[];
  /** Makes the changes real and gives what the tool returns. */
  commit(): Promise<object>;
}

/**
 * Runs a command that untrusted text may have asked for, and that can't be read to its end: on a copy of the workspace,
 * without a network, without what is private.
 *
 * @throws {HermesError} `PERMISSIONS_STAGE_FAILED` when it did not come to its end.
 */
export async function contain(command: AnalyzedCommand, options: ContainOptions): Promise<Contained> {
  const { stager, places, searchPath, sources, taskId, timeoutMs, signal } = options;
  const { text, cwd } = command;
  const roots = [places.workspace, ...(places.extraRoots ?? [])];
  const hidden = await privateEntries(places, searchPath);
  const scratchFiles = scratchFilesIn(text);
  const staging = await stager.stage(text, { cwd, roots, hidden, scratchFiles, taskId, timeoutMs, signal });
  const { changes } = staging.run;
  const persistent: string[] = [];
  for (const { path, change } of changes) {
    // oxlint-disable-next-line no-await-in-loop -- one file of a project, where it was changed
    const steers =
      isPersistencePath(path, places) || (isPackageFile(path) && (await changesScripts(path, staging)));
    if (steers && !(change === "deleted" && isScratchOfGit(path))) persistent.push(path);
  }
  return {
    staging,
    persistent,
    written: topmost(
      changes.flatMap(({ path, change }) => (change === "deleted" || isOfGit(path) ? [] : [path])),
    ),
    async commit() {
      const result = await staging.commit();
      const note = `It ran without a network and without the person's other files, because this conversation holds text of ${describeSources(sources)}. Its changes in the workspace are real, and files of /tmp that it names; what else it left in /tmp is gone.`;
      return { ...result, note };
    },
  };
}

/** Files of the scratch folder that a command names. */
function scratchFilesIn(text: string): readonly string[] {
  const words = text
    .split(/[\s;&|()<>"'`=,]+/)
    .filter((word) => /^\/tmp\/[^*?[{$~]+$/.test(word) && !word.includes("/.."));
  return [...new Set(words)];
}

/**
 * What a contained command must not see: everything in the person's home but the work, the folders of programs, and hidden
 * entries that hold tools and caches; of those the ones with credentials, too.
 */
async function privateEntries(
  { homedir, home, workspace, extraRoots = [] }: Places,
  searchPath: string,
): Promise<readonly string[]> {
  const kept = [
    workspace,
    ...extraRoots,
    ...searchPath.split(delimiter).filter((folder) => contains(homedir, folder) && folder !== homedir),
  ];
  const entries = await besides(homedir, kept);
  const ofHermes = ["results", "skills"].map((name) => join(home, name));
  return [
    ...entries.filter((path) => !/^\./.test(relative(homedir, path).split(sep)[0] ?? "")),
    ...[...credentialFiles, ...privateRecords, ...machines].map((entry) =>
      join(homedir, entry.replace(/\/$/, "")),
    ),
    ...(await besides(home, [...ofHermes, ...kept])),
  ];
}

/** Folders with the sockets of virtual machines that run whatever they are told. */
const machines = [".colima", ".lima", ".orbstack", ".rd", ".docker"];

/** Entries of a folder that neither are one of the kept paths nor lead to one; below those that do, likewise. */
async function besides(folder: string, kept: readonly string[]): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const found: string[] = [];
  for (const name of names) {
    const path = join(folder, name);
    if (kept.some((each) => contains(each, path))) continue;
    const leads = kept.some((each) => contains(path, each));
    // oxlint-disable-next-line no-await-in-loop -- a few folders on the way to the workspace
    if (leads) found.push(...(await besides(path, kept)));
    else found.push(path);
  }
  return found;
}

async function changesScripts(path: string, staging: Staging): Promise<boolean> {
  const read = async (file: string | undefined) =>
    file === undefined ? undefined : await readFile(file, "utf8").catch(() => undefined);
  const [before, after] = await Promise.all([read(path), read(staging.fileOf(path))]);
  return scriptsIn(before) !== scriptsIn(after);
}

/** Locks that git takes beside its files and gives back. */
function isScratchOfGit(path: string): boolean {
  return path.endsWith(".lock");
}

function isOfGit(path: string): boolean {
  return /(^|\/)\.git\//.test(path);
}

/** Paths without those that lie in another one of them. They are sorted. */
function topmost(paths: readonly string[]): readonly string[] {
  const top: string[] = [];
  for (const path of paths) {
    const last = top.at(-1);
    if (last === undefined || !contains(last, path)) top.push(path);
  }
  return top;
}
