import { access, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "@hermes/registry";
import { HermesError } from "@hermes/registry";
import type { DenoPackage, DenoRelease } from "./deno-release.ts";

export interface FetchDenoOptions {
  readonly env: Environment;
  readonly programs: string;
  readonly release: DenoRelease;
  readonly signal: AbortSignal;
}

/**
 * Puts Deno into `<programs>/deno-<version>/deno`: with npm, which knows the person's registry and proxy, held to the
 * hash of the release. No script of a package runs. What is there is whole: a folder is moved to its place at the end.
 *
 * @throws {HermesError} `SANDBOX_NO_DENO`
 */
export async function fetchDeno({ env, programs, release, signal }: FetchDenoOptions): Promise<void> {
  const system = `${process.platform}-${process.arch}`;
  const wanted = release.packages[system];
  if (wanted === undefined) {
    throw new HermesError(`There is no Deno on npm for ${system}.`, {
      code: "SANDBOX_NO_DENO",
      hint: "Install a Deno that works here, so that `deno` is found on PATH.",
    });
  }
  await mkdir(programs, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(programs, ".fetch-"));
  try {
    await writeProject(folder, wanted, release.version);
    await installWithNpm(folder, env, signal);
    const place = join(programs, `deno-${release.version}`);
    // One that does not start is no use to anybody.
    await rm(place, { recursive: true, force: true });
    await rename(join(folder, "node_modules", wanted.name), place).catch(async (error: unknown) => {
      // Another process was faster.
      await access(join(place, "deno")).catch(() => Promise.reject(error));
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A project with one package: npm refuses whatever differs from the hash in the lock file. */
async function writeProject(folder: string, wanted: DenoPackage, version: string): Promise<void> {
  const { name, integrity } = wanted;
  const project = { name: "fetch-deno", version: "1.0.0", private: true, dependencies: { [name]: version } };
  const packages = { "": project, [`node_modules/${name}`]: { version, integrity } };
  const lock = { name: project.name, version: project.version, lockfileVersion: 3, requires: true, packages };
  await Promise.all([
    writeFile(join(folder, "package.json"), JSON.stringify(project)),
    writeFile(join(folder, "package-lock.json"), JSON.stringify(lock)),
  ]);
}

async function installWithNpm(cwd: string, env: Environment, signal: AbortSignal): Promise<void> {
  const { execa } = await import("execa");
  const result = await execa("npm", ["ci", ...npmFlags], {
    cwd,
    env,
    extendEnv: false,
    stdin: "ignore",
    timeout: fetchMs,
    cancelSignal: signal,
    reject: false,
  });
  if (!result.failed) return;
  signal.throwIfAborted();
  throw new HermesError(`Deno could not be fetched with npm: ${reasonOf(result)}`, {
    code: "SANDBOX_NO_DENO",
    hint: "Look at the network and the registry of npm and run it again, or install Deno, so that `deno` is found on PATH.",
    cause: result,
  });
}

const fetchMs = 600_000;

const npmFlags = [
  ...["--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"],
  // Somebody waits: without a network, npm would try for more than a minute.
  ...["--fetch-retries=2", "--fetch-retry-factor=2", "--fetch-retry-mintimeout=500"],
];

interface NpmFailure {
  readonly code?: string | undefined;
  readonly stderr: string;
  readonly timedOut: boolean;
  readonly shortMessage?: string | undefined;
}

/** What npm said first, without its prefix. */
function reasonOf({ code, stderr, timedOut, shortMessage }: NpmFailure): string {
  if (code === "ENOENT") return "there is no npm on PATH.";
  if (timedOut) return `npm has not finished within ${fetchMs / 60_000} minutes.`;
  const lines = stderr
    .split("\n")
    .flatMap((line) => /^npm error (?!code|A complete log)(.+)/.exec(line)?.[1] ?? []);
  return lines[0] ?? shortMessage ?? "no reason given.";
}
