import type { CallWall, StagedRun } from "@hermes/registry";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { HermesError } from "@hermes/registry/errors";
import { contains, quoteShellWord } from "@hermes/command-safety";
import { collectChanges, stagingTime } from "./collect-changes.ts";
import { copyScratchFiles } from "./scratch-files.ts";
import { commitChanges } from "./commit-changes.ts";
import { removeTree } from "./remove-tree.ts";
import { insideScript, layersOf, outsideScript } from "./staging-script.ts";
import type { Layer } from "./staging-script.ts";

/** Runs a command where its terminal would: same folder, same variables. A backend's `exec` is one by its shape. */
export type StageExec = (
  command: string,
  options: {
    readonly taskId: string;
    readonly cwd?: string | undefined;
    readonly timeoutMs?: number | undefined;
    readonly signal?: AbortSignal | undefined;
    /** A trial stands in a wall of its own, which can't be made within another one. */
    readonly wall?: CallWall | undefined;
  },
) => Promise<{
  readonly output: string;
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly interrupted: boolean;
}>;

export interface StagerOptions {
  readonly exec: StageExec;
  /** Folders for copies, best first; one that lies within a staged folder can't be used. Made where missing. */
  readonly scratchFolders: readonly string[];
  /** Files and folders that a staged command must not see: keys, sockets, the store of Hermes. */
  readonly hidden?: readonly string[] | undefined;
}

export interface StageOptions {
  readonly taskId: string;
  readonly cwd: string;
  /** Folders whose changes are staged; everything else is read-only. */
  readonly roots: readonly string[];
  /** Files of `/tmp` that it may read, make and change: else that is empty, and what is left there is gone. */
  readonly scratchFiles?: readonly string[] | undefined;
  /** More that it must not see. */
  readonly hidden?: readonly string[] | undefined;
  /** @default 180_000 */
  readonly timeoutMs?: number | undefined;
  readonly signal: AbortSignal;
}

/** A command that ran on a copy. Nothing has happened until `commit`. */
export interface Staging {
  readonly run: StagedRun;
  /**
   * Makes the changes real and gives what the tool returns.
   *
   * @throws {HermesError} `PERMISSIONS_STAGE_CONFLICT` when a file was changed by someone else meanwhile; nothing is then done.
   */
  commit(): Promise<object>;
  /** Where the new state of a changed file lies; undefined for one that is deleted or was not changed. */
  fileOf(path: string): string | undefined;
  discard(): Promise<void>;
}

export interface Stager {
  /** Why nothing can be staged here, in words for a person; undefined when it can. Tried once. */
  unavailable(): Promise<string | undefined>;
  /** @throws {HermesError} `PERMISSIONS_STAGE_FAILED` when the copy could not be made. */
  stage(command: string, options: StageOptions): Promise<Staging>;
}

/**
 * Tries commands on a copy: a mount namespace in which the workspace is an overlay, everything else is read-only and
 * there is no network. Linux alone; needs `unshare`, overlayfs and bubblewrap.
 */
export function createStager(options: StagerOptions): Stager {
  let probe: Promise<string | undefined> | undefined;
  return {
    unavailable: () => (probe ??= findObstacle(options)),
    stage: (command, stage) => stageCommand(command, stage, options),
  };
}

async function findObstacle(options: StagerOptions): Promise<string | undefined> {
  if (process.platform !== "linux") return "Trying a command on a copy needs Linux.";
  const [base] = options.scratchFolders;
  if (base === undefined) return "There is no folder for copies.";
  const root = await makeScratch(base);
  try {
    const signal = AbortSignal.timeout(10_000);
    const trial = { taskId: "staging-probe", cwd: root, roots: [root], timeoutMs: 10_000, signal };
    const staging = await stageCommand("echo staged > probe", trial, options);
    const { changes, output } = staging.run;
    await staging.discard();
    return changes.length === 1 ? undefined : `A trial on a copy changed nothing: ${output.trim()}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await removeTree(root);
  }
}

async function stageCommand(
  command: string,
  {
    taskId,
    cwd,
    roots,
    hidden: alsoHidden = [],
    scratchFiles = [],
    timeoutMs = 180_000,
    signal,
  }: StageOptions,
  { exec, scratchFolders, hidden = [] }: StagerOptions,
): Promise<Staging> {
  const base = scratchFolders.find((folder) => !roots.some((root) => contains(root, folder)));
  if (base === undefined) throw stageFailed("the workspace holds the folder in which copies are kept.");
  const scratch = await makeScratch(base);
  const discard = (): Promise<void> => removeTree(scratch);
  try {
    const layers = await makeLayers(scratch, roots);
    const files = await copyScratchFiles(join(scratch, "tmp"), scratchFiles, () => stagingTime(scratch));
    await writeFile(join(scratch, "command"), command);
    await writeFile(
      join(scratch, "inside.sh"),
      insideScript({ scratch, layers, cwd, hidden: [...hidden, ...alsoHidden, base], tmp: files.folder }),
    );
    await writeFile(join(scratch, "outside.sh"), outsideScript(scratch));
    const result = await exec(`sh ${quoteShellWord(join(scratch, "outside.sh"))} "\${BASH:-sh}" </dev/null`, {
      taskId,
      cwd,
      timeoutMs,
      signal,
      wall: { profile: "open" },
    });
    signal.throwIfAborted();
    if (result.timedOut) throw stageFailed(`it took longer than ${Math.round(timeoutMs / 1000)} s.`);
    const collected = await collectChanges(layers, scratch);
    const changes = collected && [...collected, ...(await files.changes())];
    if (changes === undefined) throw stageFailed(result.output.trim() || "the copy could not be made.");
    return {
      run: {
        output: result.output,
        exitCode: result.exitCode,
        changes: changes.map(({ path, change }) => ({ path, change })),
      },
      async commit() {
        await commitChanges(changes);
        await discard();
        return {
          output: result.output,
          exit_code: result.exitCode,
          note: "It ran on a copy of the workspace without a network; the person has seen its changes and made them real.",
        };
      },
      fileOf: (path) => changes.find((change) => change.path === path)?.source,
      discard,
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function makeScratch(base: string): Promise<string> {
  await mkdir(base, { recursive: true, mode: 0o700 });
  return await mkdtemp(join(base, "stage-"));
}

async function makeLayers(scratch: string, roots: readonly string[]): Promise<readonly Layer[]> {
  const layers = layersOf(scratch, outermost(roots));
  for (const { upper, work, lower } of layers) {
    await Promise.all([upper, work, lower].map((folder) => mkdir(folder, { recursive: true })));
  }
  return layers;
}

/** Roots that lie in no other one. */
function outermost(roots: readonly string[]): readonly string[] {
  const unique = [...new Set(roots)];
  return unique.filter((root) => !unique.some((other) => other !== root && contains(other, root)));
}

function stageFailed(reason: string): HermesError {
  return new HermesError(`The command could not be tried on a copy: ${reason}`, {
    code: "PERMISSIONS_STAGE_FAILED",
    hint: "Decide without a trial.",
  });
}
