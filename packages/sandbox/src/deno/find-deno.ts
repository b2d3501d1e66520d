import { delimiter, isAbsolute, join } from "node:path";
import type { Environment } from "@hermes/registry";
import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { pinnedDeno } from "./deno-release.ts";
import type { DenoRelease } from "./deno-release.ts";
import { fetchDeno } from "./fetch-deno.ts";

export interface DenoOptions {
  /** Where `deno` and `npm` are looked for, and what `npm` is started with. */
  readonly env: Environment;
  /** Folder in which a fetched Deno is kept, absolute. Undefined: none is fetched. */
  readonly programs: string | undefined;
  /** @default pinnedDeno */
  readonly release?: DenoRelease | undefined;
}

export interface FindDenoOptions extends DenoOptions {
  /** Ends the search and the fetching. */
  readonly signal: AbortSignal;
  /** Told, once, that it is fetched. */
  readonly progress?: ((text: string) => void) | undefined;
}

const answer = z.object({ executable: z.string().min(1), version: z.string() });

const question = "console.log(JSON.stringify({ executable: Deno.execPath(), version: Deno.version.deno }))";

/**
 * Finds the person's Deno, or the one that was fetched earlier, or fetches it.
 *
 * @returns Path of the program.
 * @throws {HermesError} `SANDBOX_NO_DENO` with what to do.
 */
export async function findDeno(options: FindDenoOptions): Promise<string> {
  const { env, programs, release = pinnedDeno, signal, progress } = options;
  const onPath = await denoOnPath({ env, signal }, release);
  if (onPath !== undefined) return onPath;
  if (programs === undefined) {
    throw new HermesError(`There is no Deno ${oldest(release)} or newer to run JavaScript in.`, {
      code: "SANDBOX_NO_DENO",
      hint: "Install Deno, so that `deno` is found on PATH.",
    });
  }
  const executable = join(programs, `deno-${release.version}`, "deno");
  if ((await ask(executable, { env: {}, signal })) !== undefined) return executable;
  progress?.(`execute_code fetches Deno ${release.version} from npm, once (about 40 MB)`);
  await fetchDeno({ env, programs, release, signal });
  if ((await ask(executable, { env: {}, signal })) !== undefined) return executable;
  throw new HermesError(`The Deno that was fetched does not start: ${executable}`, {
    code: "SANDBOX_NO_DENO",
    hint: "It is made for systems with glibc. Install a Deno that works here, so that `deno` is found on PATH.",
  });
}

/** Folders that are relative would be looked up in the work, which the model writes. */
async function denoOnPath(
  { env, signal }: Pick<FindDenoOptions, "env" | "signal">,
  release: DenoRelease,
): Promise<string | undefined> {
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  for (const folder of folders) {
    const found = await ask(join(folder, "deno"), { env, signal });
    if (found !== undefined && isNewEnough(found.version, release)) return found.executable;
  }
  return undefined;
}

/** Asks the program itself: what is on the path is often a script or a link that leads to it. */
async function ask(
  path: string,
  { env, signal }: { readonly env: Environment; readonly signal: AbortSignal },
): Promise<z.infer<typeof answer> | undefined> {
  const { execa } = await import("execa");
  const { failed, stdout } = await execa(path, ["eval", "--no-config", "--no-lock", question], {
    cwd: "/",
    env,
    extendEnv: false,
    stdin: "ignore",
    timeout: 20_000,
    cancelSignal: signal,
    reject: false,
  });
  signal.throwIfAborted();
  if (failed) return undefined;
  try {
    return answer.parse(JSON.parse(stdout));
  } catch {
    // Something else is called deno.
    return undefined;
  }
}

/** The same major version, whose permissions mean the same, and all the options that are passed. */
function isNewEnough(version: string, release: DenoRelease): boolean {
  const [major, minor = 0] = version.split(".").map(Number);
  const [pinnedMajor, pinnedMinor = 0] = release.version.split(".").map(Number);
  return major === pinnedMajor && minor >= pinnedMinor;
}

function oldest({ version }: DenoRelease): string {
  return version.split(".").slice(0, 2).join(".");
}
