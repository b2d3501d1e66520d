import type { Environment } from "@hermes/registry";
import { execFile } from "node:child_process";

export interface GitAnswer {
  /** Undefined: it failed. */
  readonly text: string | undefined;
  readonly exitCode: number | undefined;
}

const harmless = [
  ...["--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"],
  ...["-c", "log.showSignature=false", "-c", "safe.bareRepository=explicit"],
];

/** Asks the git of this machine, with nothing that the repository's own settings name being run but filters. Never rejects. */
export async function askGit(
  args: readonly string[],
  { cwd, env, signal }: { readonly cwd: string; readonly env: Environment; readonly signal: AbortSignal },
): Promise<GitAnswer> {
  // Variables of an outer git would name another repository.
  const kept = Object.entries(env).filter(([name]) => !name.startsWith("GIT_"));
  const safe = { GIT_ALLOW_PROTOCOL: "none", GIT_NO_LAZY_FETCH: "1", GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" };
  return await new Promise((resolve) => {
    execFile(
      "git",
      [...harmless, ...args],
      {
        cwd,
        env: { ...Object.fromEntries(kept), ...safe },
        signal,
        killSignal: "SIGKILL",
        maxBuffer: 500_000,
      },
      (error, stdout) =>
        resolve(
          error === null
            ? { text: stdout, exitCode: 0 }
            : { text: undefined, exitCode: typeof error.code === "number" ? error.code : undefined },
        ),
    );
  });
}
