import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { AgentFiles, CommandVerdict, FoundCommand, JudgedScript, Places } from "@hermes/command-safety";
import { contains, readBeginning, realPath } from "@hermes/command-safety";
import type { Finding } from "../finding.ts";
import { isPersistencePath } from "../untrusted/path-classes.ts";
import type { GuardEnvironment } from "./guard-environment.ts";

/** What a push would publish that the agent wrote and that something runs or reads by itself. */
export interface PushedFiles {
  readonly findings: readonly Finding[];
  /** What they hold, to be shown. */
  readonly files: readonly JudgedScript[];
}

const nothing: PushedFiles = { findings: [], files: [] };
const maxCommits = 1_000;
const maxNamed = 5;

/** Looks at the commits of the repository that no remote is known to have. */
export async function analyzePush(
  { commands }: Pick<CommandVerdict, "commands">,
  cwd: string,
  { places, backend, scripts, searchPath = "" }: GuardEnvironment,
): Promise<PushedFiles> {
  const agent = scripts?.agent;
  const push = commands.map((command) => folderOfPush(command, cwd)).find((folder) => folder !== undefined);
  if (push === undefined || agent === undefined || backend.isolated) return nothing;
  const top = repositoryAround(await realPath(push));
  if (top === undefined) return nothing;
  const names = await namesToPush(top, { PATH: searchPath, HOME: places.homedir });
  if (names === undefined) {
    const reason = "Which of the files that it pushes the agent wrote can't be told.";
    return { ...nothing, findings: [{ id: "git.push-unread", severity: "ask", reason }] };
  }
  const files: JudgedScript[] = [];
  for (const name of names) {
    const path = join(top, name);
    // oxlint-disable-next-line no-await-in-loop -- a few, when somebody is asked anyway
    if (isTrigger(path, places)) files.push(...(await ofAgent(path, agent)));
  }
  if (files.length === 0) return nothing;
  const shown = files.slice(0, maxNamed).map(({ path }) => path.slice(top.length + 1));
  const more = files.length > maxNamed ? ` and ${files.length - maxNamed} more` : "";
  const reason = `It pushes what the agent wrote and what others run or read by itself: ${shown.join(", ")}${more}.`;
  return { findings: [{ id: "git.push-agent", severity: "ask", reason }], files };
}

/** Undefined: it pushes nothing. */
function folderOfPush({ argv: [program = "", ...args] }: FoundCommand, cwd: string): string | undefined {
  if (basename(program) !== "git") return undefined;
  let folder = cwd;
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? "";
    if (word === "push") return folder;
    if (!word.startsWith("-")) return undefined;
    if (word === "-C") folder = resolve(folder, args[at + 1] ?? "");
    if (/^(?:-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--config-env)$/.test(word)) at += 1;
  }
  return undefined;
}

function repositoryAround(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** Files of commits that no remote is known to have. Undefined: git took too long, or said too much. */
async function namesToPush(
  top: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly string[] | undefined> {
  const commits = await git(["rev-list", `--max-count=${maxCommits}`, "HEAD", "--not", "--remotes"], top, {
    env,
  });
  if (commits === undefined || commits === "") return commits === "" ? [] : undefined;
  const filters = [
    "-r",
    "-m",
    "-z",
    "--root",
    "--no-commit-id",
    "--name-only",
    "--no-renames",
    "--diff-filter=d",
  ];
  const names = await git(["diff-tree", "--stdin", ...filters], top, { env, input: commits });
  return names === undefined ? undefined : [...new Set(names.split("\0"))].filter((name) => name !== "");
}

/**
 * Asks git what reads objects alone: nothing that the settings of a repository name is run, and nothing fetched.
 *
 * @returns Empty where it fails: where there is no commit, nothing is pushed.
 */
async function git(
  args: readonly string[],
  cwd: string,
  {
    env,
    input = "",
  }: { readonly env: Readonly<Record<string, string>>; readonly input?: string | undefined },
): Promise<string | undefined> {
  const safe = { GIT_ALLOW_PROTOCOL: "none", GIT_NO_LAZY_FETCH: "1", GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" };
  const all = ["--no-pager", "--no-replace-objects", "-c", "core.fsmonitor=false", ...args];
  const { execa } = await import("execa");
  const { failed, timedOut, isMaxBuffer, stdout } = await execa("git", all, {
    cwd,
    env: { ...env, ...safe },
    extendEnv: false,
    input,
    timeout: 2_000,
    maxBuffer: 8_000_000,
    // What one prints is what the next reads: to git a line without its end is none.
    stripFinalNewline: false,
    reject: false,
  });
  if (!failed) return stdout;
  return timedOut || isMaxBuffer ? undefined : "";
}

function isTrigger(path: string, places: Places): boolean {
  const { workspace, extraRoots = [] } = places;
  return [workspace, ...extraRoots].some((root) => contains(root, path)) && isPersistencePath(path, places);
}

/** Nothing where the file is the person's. One that is only in the commits may be anybody's. */
async function ofAgent(path: string, agent: AgentFiles): Promise<readonly JudgedScript[]> {
  const read = await readBeginning(path);
  if (read === undefined) return [{ path, sha256: "", text: undefined }];
  const { sha256, ctimeMs, text } = read;
  const made = await agent.madeBy({ path, sha256, ctimeMs });
  return made === undefined ? [] : [{ path, sha256, text }];
}
