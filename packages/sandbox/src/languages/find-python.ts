import { z } from "zod";

/** The interpreter behind whatever `python3` is: a shim, a link, a virtual environment. */
export interface Python {
  readonly executable: string;
  readonly version: string;
  /** Folders of installed packages, for the module path. */
  readonly packages: readonly string[];
  /** Folders that it reads: its installation and its packages. */
  readonly readable: readonly string[];
}

const answer = z.object({
  executable: z.string(),
  version: z.string(),
  packages: z.array(z.string()),
  readable: z.array(z.string()),
});

const question = `import json, os, site, sys
real = os.path.realpath
packages = [path for path in sys.path if os.path.basename(path) in ("site-packages", "dist-packages")]
prefixes = {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix}
readable = {real(path) for path in prefixes | set(packages) | {os.path.dirname(real(sys.executable))}} | set(packages) | prefixes
print(json.dumps({"executable": real(sys.executable), "version": "%d.%d.%d" % sys.version_info[:3], "packages": packages, "readable": sorted(readable)}))`;

/**
 * Asks `python3` for itself.
 *
 * @returns Undefined where there is none that works.
 */
export async function findPython(
  env: Readonly<Record<string, string | undefined>>,
): Promise<Python | undefined> {
  const { execa } = await import("execa");
  const { failed, stdout } = await execa("python3", ["-c", question], {
    env,
    extendEnv: false,
    stdin: "ignore",
    timeout: 20_000,
    reject: false,
  });
  if (failed) return undefined;
  try {
    return answer.parse(JSON.parse(stdout));
  } catch {
    // Something else is called python3.
    return undefined;
  }
}
