import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { cacheVariables, workspaceProfile } from "../../src/index.ts";
import type { ProfileJail } from "../../src/index.ts";
import type { OrdinaryCommand, ProjectFolder } from "./project.ts";

/** What a command came to. */
export interface Outcome {
  readonly codes: readonly number[];
  readonly output: string;
  /** Not compared: tells why the others differ. */
  readonly errors: string;
  /** Every file of the workspace, and what git says of it. */
  readonly files: Readonly<Record<string, string>>;
}

/** Runs a command from the same start without the jail and within it. */
export async function runBothWays(
  jail: ProfileJail,
  folder: ProjectFolder,
  command: OrdinaryCommand,
): Promise<{ readonly bare: Outcome; readonly jailed: Outcome }> {
  const lines = typeof command.run === "string" ? [command.run] : command.run;
  folder.restore();
  const bare = await outcomeOf(folder, lines, folder.env, (line) => line);
  folder.restore();
  const variables = cacheVariables({ home: folder.path("home"), env: folder.env });
  const jailed = await outcomeOf(folder, lines, { ...folder.env, ...variables }, (line) => {
    const profile = workspaceProfile({
      workspace: folder.path("work"),
      home: folder.path("home"),
      hermesHome: folder.path("home/.hermes"),
      scratch: folder.path("scratch"),
      env: folder.env,
      temporary: folder.path("tmp"),
      network: "none",
    });
    return jail.enter(profile, line);
  });
  return { bare, jailed };
}

/** @returns What differs, by name; empty when both ended the same. */
export function differences(
  { bare, jailed }: { readonly bare: Outcome; readonly jailed: Outcome },
  { anyOutput = false }: OrdinaryCommand,
): Readonly<Record<string, readonly [bare: unknown, jailed: unknown]>> {
  const found: Record<string, readonly [unknown, unknown]> = {};
  if (String(bare.codes) !== String(jailed.codes)) found["exit code"] = [bare.codes, jailed.codes];
  if (!anyOutput && bare.output !== jailed.output) found["output"] = [bare.output, jailed.output];
  for (const name of new Set([...Object.keys(bare.files), ...Object.keys(jailed.files)]))
    if (bare.files[name] !== jailed.files[name]) found[name] = [bare.files[name], jailed.files[name]];
  if (Object.keys(found).length > 0) found["errors"] = [bare.errors, jailed.errors];
  return found;
}

async function outcomeOf(
  folder: ProjectFolder,
  lines: readonly string[],
  env: Readonly<Record<string, string>>,
  enter: (line: readonly string[]) => readonly string[],
): Promise<Outcome> {
  const codes: number[] = [];
  let output = "";
  let errors = "";
  for (const line of lines) {
    const ended = await run(enter(["bash", "-c", `${ownTemporary}; ${line}`]), folder.path("work"), env);
    codes.push(ended.code);
    output += plain(ended.stdout, folder);
    errors += plain(ended.stderr, folder);
  }
  const git = await run(["bash", "-c", gitState], folder.path("work"), folder.env);
  return { codes, output, errors, files: { ...filesIn(folder), "git state": git.stdout } };
}

/** A program of this machine that lies below `/tmp` is there in the jail's, too, such as the Node of a checkout. */
const ownTemporary = 'mkdir -p "$TMPDIR/own"; export TMPDIR="$TMPDIR/own"';

const gitState =
  "[ ! -e .git ] || { git for-each-ref; git status --porcelain --ignored; git stash list; git worktree list; git config --local --list; } 2>&1";

async function run(
  [program = "", ...args]: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const child = spawn(program, args, {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
    timeout: 120_000,
    killSignal: "SIGKILL",
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output.stderr += chunk.toString()));
  return await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      // What a command left running is not left here.
      endGroup(child.pid);
      resolve({ code: code ?? 128 + constants.signals[signal ?? "SIGKILL"], ...output });
    });
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Nothing of it is left.
  }
}

/** Without times and temporary names, which are new each time. In the jail the folder of temporary files is /tmp. */
function plain(text: string, folder: ProjectFolder): string {
  return text
    .replaceAll(folder.path("tmp"), "/tmp")
    .replace(/\d+(\.\d+)?\s?(ms|s|sec|secs|seconds|m)\b/g, "<time>")
    .replace(/\d+\.\d{2,}/g, "<number>")
    .replace(/\d\d:\d\d:\d\d/g, "<clock>")
    .replace(/tmp[._-]?[\w-]{6,}/g, "<temporary>");
}

/** Build folders have files with times in them; that they are there is enough. */
const unstable =
  /(^|\/)(\.git|\.pnpm-task-run-state-v1|\.pnpm-workspace-state-v1\.json|target|build|__pycache__|\.venv|venv|\.pytest_cache|node_modules\/\.cache)$/;

function filesIn(folder: ProjectFolder, within = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(folder.path("work"), within)).sort()) {
    const path = within === "" ? name : `${within}/${name}`;
    const full = join(folder.path("work"), path);
    const stats = lstatSync(full);
    const mode = (stats.mode & 0o7777).toString(8);
    if (stats.isSymbolicLink()) found[path] = `-> ${readlinkSync(full)}`;
    else if (stats.isDirectory()) {
      found[path] = `folder ${mode}`;
      if (!unstable.test(path)) Object.assign(found, filesIn(folder, path));
    } else if (!unstable.test(path))
      found[path] = stats.isFile() ? `${mode} ${contentOf(full, stats.size, folder)}` : `special ${mode}`;
  }
  return found;
}

function contentOf(path: string, size: number, folder: ProjectFolder): string {
  const bytes = size > 1_000_000 ? undefined : readFileSync(path);
  // Archives, objects and data bases have times in them.
  if (bytes === undefined || bytes.includes(0)) return `binary of ${size > 0 ? "some" : "no"} bytes`;
  const text = plain(bytes.toString(), folder);
  return text.length < 400 ? text : createHash("sha256").update(text).digest("hex");
}
