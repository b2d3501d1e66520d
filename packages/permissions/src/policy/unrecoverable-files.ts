import { lstat, readdir } from "node:fs/promises";
import { basename, delimiter, dirname, isAbsolute, join } from "node:path";
import picomatch from "picomatch";
import type { ToolContext } from "@hermes/registry";
import { isWork, readBeginning, realPath } from "@hermes/command-safety";
import type { Finding } from "../finding.ts";
import { changesOf } from "./call-changes.ts";
import type { PermissionsOptions } from "./permissions.ts";
import type { CallAnalysis } from "./call-analysis.ts";

/** Each is a question to git. */
const maxFiles = 20;

/**
 * What a call would delete of the workspace that cannot be recovered: files that are not the work of the agent, and that
 * git does not have as they are. What is ignored is made again; folders are asked about as such.
 */
export async function findUnrecoverableFiles(
  analysis: CallAnalysis,
  context: Pick<ToolContext, "taskId" | "signal">,
  options: PermissionsOptions,
): Promise<readonly Finding[]> {
  if (options.backend.isolated || !analysis.paths.some(({ access }) => access === "delete")) return [];
  const paths =
    analysis.command === undefined
      ? await deletedByTool(analysis, context, options)
      : await deletedByCommand(analysis);
  const findings: Finding[] = [];
  const known = new Set(analysis.findings.map(({ path }) => path));
  for (const path of paths.filter((each) => !known.has(each)).slice(0, maxFiles)) {
    // oxlint-disable-next-line no-await-in-loop -- a few files, and the first question ends most of them
    if (!(await isUnrecoverable(path, context.signal, options))) continue;
    const reason = `${path} would be deleted, and git has no copy of it as it is.`;
    findings.push({ id: "delete.untracked", severity: "ask", reason, path });
  }
  return findings;
}

/** What a move takes away is somewhere else then. */
async function deletedByTool(
  analysis: CallAnalysis,
  context: Pick<ToolContext, "taskId" | "signal">,
  options: PermissionsOptions,
): Promise<readonly string[]> {
  const deleted = analysis.paths.flatMap(({ access, path }) => (access === "delete" ? [path] : []));
  const changes = await changesOf(analysis, context, options);
  if (changes === undefined || typeof changes === "string") return deleted;
  return deleted.filter((each) => !changes.some(({ path, to }) => path === each && to !== undefined));
}

/** A file that `mv` takes is somewhere else then. */
async function deletedByCommand({ command, paths }: CallAnalysis): Promise<readonly string[]> {
  const words = (command?.commands ?? []).flatMap(({ argv: [program = "", ...rest] }) =>
    basename(program) === "mv" ? [] : rest.map((word) => basename(word)),
  );
  const deleted = paths.filter(({ access, path }) => access === "delete" && words.includes(basename(path)));
  return (await Promise.all(deleted.map(({ path }) => filesOf(path)))).flat();
}

/** The files that a last part with stars stands for. */
async function filesOf(path: string): Promise<readonly string[]> {
  const name = basename(path);
  if (!/[*?[]/.test(name)) return [path];
  const fits = picomatch(name, { nonegate: true, noextglob: true });
  const names = await readdir(dirname(path)).catch(() => []);
  return names.filter((each) => fits(each)).map((each) => join(dirname(path), each));
}

async function isUnrecoverable(
  path: string,
  signal: AbortSignal,
  { places, scripts = {}, searchPath = "" }: PermissionsOptions,
): Promise<boolean> {
  const facts = await lstat(path, { bigint: true }).catch(() => undefined);
  if (facts?.isFile() !== true || facts.size === 0n) return false;
  const real = await realPath(path);
  if (!isWork(real, places)) return false;
  const read = await readBeginning(real);
  if (read !== undefined && (await scripts.agent?.madeBy({ path: real, ...read })) !== undefined)
    return false;
  const git = { path: real, searchPath, signal };
  return !(await isIgnored(git)) && !(await isInIndex(git, facts));
}

interface AskedFile {
  readonly path: string;
  readonly searchPath: string;
  readonly signal: AbortSignal;
}

async function isIgnored(file: AskedFile): Promise<boolean> {
  return (await askGit(file, ["check-ignore", "-q"])) !== undefined;
}

/** Whether git has what the file holds: it is as it was when it was added. */
async function isInIndex(
  file: AskedFile,
  { size, mtimeNs }: { readonly size: bigint; readonly mtimeNs: bigint },
): Promise<boolean> {
  const entry = (await askGit(file, ["ls-files", "--debug"])) ?? "";
  const [, seconds, nanoseconds = ""] = /^\s*mtime: (\d+):(\d+)$/m.exec(entry) ?? [];
  const [, length] = /\bsize: (\d+)\b/.exec(entry) ?? [];
  return (
    length === String(size) &&
    seconds === String(mtimeNs / 1_000_000_000n) &&
    (nanoseconds === "0" || nanoseconds === String(mtimeNs % 1_000_000_000n))
  );
}

/**
 * Asks git about a file, by commands that run neither hooks nor filters nor monitors, whatever the settings of the
 * repository say. Undefined where it says no, or nothing in time.
 */
async function askGit(
  { path, searchPath, signal }: AskedFile,
  command: readonly string[],
): Promise<string | undefined> {
  const args = ["-c", "core.fsmonitor=false", ...command, "--", basename(path)];
  // A folder of the work is no place to find git in.
  const folders = searchPath.split(delimiter).filter((folder) => isAbsolute(folder));
  const env = { PATH: folders.join(delimiter), LC_ALL: "C", GIT_OPTIONAL_LOCKS: "0", GIT_NO_LAZY_FETCH: "1" };
  const { execa } = await import("execa");
  const { failed, stdout } = await execa("git", args, {
    cwd: dirname(path),
    env,
    extendEnv: false,
    stdin: "ignore",
    timeout: 5_000,
    cancelSignal: signal,
    reject: false,
  });
  return failed ? undefined : stdout;
}
