import { execFile } from "node:child_process";
import type { Environment } from "@hermes/registry";
import { HermesError } from "@hermes/registry/errors";

export interface RunGitOptions {
  readonly cwd: string;
  readonly env: Environment;
  /** For its standard input. */
  readonly input?: string | undefined;
}

export interface GitResult {
  readonly ok: boolean;
  /** Without the line break at its end. */
  readonly text: string;
  /** What it said of its failure. */
  readonly problem: string;
}

/** No program that the repository names is started but its filters. */
const harmless = ["--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"];

/** @throws {HermesError} `CLI_NO_WORKTREE` where there is no git. */
export async function runGit(
  args: readonly string[],
  { cwd, env, input }: RunGitOptions,
): Promise<GitResult> {
  // Variables of an outer git would name another repository.
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("GIT_")));
  return await new Promise((resolve, reject) => {
    const options = { cwd, env: { ...kept, LC_ALL: "C" }, maxBuffer: 100_000_000 };
    const child = execFile("git", [...harmless, ...args], options, (error, stdout, stderr) => {
      if (error !== null && error.code === "ENOENT")
        reject(
          new HermesError("A worktree needs git, and there is none.", {
            code: "CLI_NO_WORKTREE",
            hint: "Install git, or work here without --worktree.",
          }),
        );
      else resolve({ ok: error === null, text: stdout.replace(/\r?\n$/, ""), problem: stderr.trim() });
    });
    // It may have ended before it read anything.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input ?? "");
  });
}
