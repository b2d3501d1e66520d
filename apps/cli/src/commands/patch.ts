import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { applyPatch, type ApplyPatchResult } from "@hermes/files";
import { createLocalBackend } from "@hermes/terminal-backends";
import { usageError } from "../failure.ts";
import { confineToFolder } from "../files/confine-to-folder.ts";
import { exitCodes, type Host } from "../host.ts";
import { readAll } from "../prompt/read-all.ts";
import { printJson, printRemark } from "../render/print.ts";
import { cleanText } from "../render/clean-text.ts";
import { oneLine } from "../render/fit.ts";

export interface PatchOptions {
  /** Undefined or `-`: standard input. */
  readonly file: string | undefined;
  readonly cwd?: string | undefined;
  readonly dryRun?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/**
 * `hermes patch`: applies a patch to the files of this machine. Nothing but the patch decides: the person who calls it
 * is not asked again. Fails when it does not fit or names a file outside of its folder; then nothing is changed.
 */
export async function patch({ file, cwd, dryRun, json }: PatchOptions, host: Host): Promise<number> {
  const text =
    file === undefined || file === "-" ? await readInput(host) : await readPatch(resolve(host.cwd, file));
  const taskId = "patch";
  const folder = resolve(host.cwd, cwd ?? ".");
  const backend = createLocalBackend({ cwd: folder, env: host.env });
  try {
    const context = {
      taskId,
      sessionId: taskId,
      callId: taskId,
      signal: host.stopped,
      origin: { platform: "cli", entryPoint: "patch" },
    };
    const result = await applyPatch(text, { backend, policy: confineToFolder(folder), context, dryRun });
    if (json) printJson(host, { ...result, dryRun: dryRun === true });
    else report(result, host, dryRun === true);
    return result.ok ? exitCodes.ok : exitCodes.failed;
  } finally {
    await backend.dispose();
  }
}

async function readInput(host: Host): Promise<string> {
  if (host.stdinIsTerminal)
    throw usageError("There is no patch. Give a file, or pipe one in: hermes patch < change.patch");
  return readAll(host.stdin());
}

async function readPatch(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw usageError(`The patch can't be read: ${reason}`);
  }
}

const words = { add: "added", update: "updated", delete: "deleted", move: "moved" } as const;

function report(result: ApplyPatchResult, host: Host, dryRun: boolean): void {
  if (!result.ok) {
    host.stderr.write("hermes: the patch was not applied\n");
    for (const problem of result.problems) printRemark(host, problem);
    return;
  }
  for (const { change, path, to } of result.changes)
    host.stdout.write(
      `${dryRun ? "would be " : ""}${words[change]} ${to === undefined ? oneLine(path) : oneLine(`${path} → ${to}`)}\n`,
    );
  if (result.changes.length === 0) host.stdout.write("nothing to change\n");
  if (dryRun && result.diff !== "") host.stdout.write(`\n${cleanText(result.diff)}\n`);
  for (const error of result.syntaxErrors) host.stderr.write(`hermes: new syntax error in ${error}\n`);
}
