import { HermesError } from "@hermes/registry/errors";
import type { Environment } from "@hermes/registry";
import { oneLine } from "../../../render/fit.ts";

export interface RunNpmOptions {
  /** An empty folder with a package.json. */
  readonly folder: string;
  readonly env: Environment;
  readonly signal: AbortSignal;
}

const limitMs = 300_000;

/**
 * Has the person's npm install one package, by their settings. Scripts of packages don't run, and what it depends on comes into its
 * own folder.
 */
const flags = [
  ...["--ignore-scripts", "--omit=dev", "--omit=peer", "--no-audit", "--no-fund", "--no-update-notifier"],
  // Packages that depend on a repository would have git run.
  "--allow-git=none",
  ...[
    "--no-bin-links",
    "--no-package-lock",
    "--install-strategy=shallow",
    "--loglevel=error",
    "--no-progress",
  ],
];

/** @throws {HermesError} `PLUGIN_NO_NPM`, `PLUGIN_NOT_FETCHED`; the reason of the signal. */
export async function runNpm(spec: string, { folder, env, signal }: RunNpmOptions): Promise<void> {
  signal.throwIfAborted();
  const { execa } = await import("execa");
  const { failed, code, stderr, timedOut } = await execa("npm", ["install", ...flags, "--", spec], {
    ...{ cwd: folder, env, extendEnv: false, reject: false, stdin: "ignore" },
    ...{ timeout: limitMs, cancelSignal: signal, forceKillAfterDelay: 2_000, maxBuffer: 1_000_000 },
  });
  // Whatever else came of it.
  signal.throwIfAborted();
  if (!failed) return;
  if (code === "ENOENT")
    throw new HermesError("There is no npm here, which fetches packages.", {
      code: "PLUGIN_NO_NPM",
      hint: "Install Node with npm, or download the package and name its folder.",
    });
  throw new HermesError(`${spec} can't be fetched: ${timedOut ? "npm took too long" : reasonIn(stderr)}.`, {
    code: "PLUGIN_NOT_FETCHED",
    hint: "Nothing was changed. Check its name and version, and your connection.",
  });
}

function reasonIn(stderr: string): string {
  const [, code = ""] = /^npm (?:error|ERR!) code (\w+)/m.exec(stderr) ?? [];
  if (code === "E404") return "the registry has no such package";
  if (code === "ETARGET") return "the registry has no such version of it";
  const said = stderr
    .split("\n")
    .map((line) => line.replace(/^npm (?:error|ERR!)\s*/, "").trim())
    .filter((line) => line !== "" && !/^(?:code|errno|syscall|A complete log)/.test(line));
  return oneLine([code, said[0] ?? "npm failed"].filter((part) => part !== "").join(": ")).slice(0, 300);
}
